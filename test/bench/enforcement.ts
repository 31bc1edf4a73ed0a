/**
 * GET /api/sos/sellers/:seller_code/enforcement over loopback, against a bare node:http server that asks one named
 * statement per request, in turns; the load comes from a process of its own. Prints requests a second of both and
 * the ratio. With LOG_LEVEL=info it logs as in production; lines of JSON then stand among the figures.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { listeningService, median } from './sync-setup.ts'

const WARM_UP = 2
const ROUNDS = 9
const SECONDS = 2

const { app, url, connectionString, headers, end } = await listeningService()
await app.db.pool.query(`
  insert into surcharges (seller_id, period, surcharge_type, amount, status)
  select id, '2026-10', case when id % 10 = 0 then 'payment_block' else 'planning_overload' end, 126.9,
         case when id % 3 = 0 then 'applied' else 'pending' end
  from sellers where id % 2 = 0;
  analyze surcharges`)
const bare = await bareServer()
const load = fork(new URL('enforcement-load.ts', import.meta.url))

const rounds: { service: number; bare: number; ratio: number }[] = []
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const service = await requestsPerSecond(url)
  const alone = await requestsPerSecond(bare.url)
  if (round >= WARM_UP) rounds.push({ service, bare: alone, ratio: service / alone })
}
const show = (name: 'service' | 'bare') => Math.round(median(rounds.map((round) => round[name])))
console.log(
  `service ${show('service')} requests/s, bare ${show('bare')} requests/s (medians of ${ROUNDS} rounds)`,
)
console.log(`ratio   ${median(rounds.map(({ ratio }) => ratio)).toFixed(2)}`)
load.kill()
await bare.end()
await end()

async function requestsPerSecond(target: string) {
  load.send({ url: target, headers, seconds: SECONDS })
  const [{ requests, failed }] = (await once(load, 'message')) as [{ requests: number; failed: number }]
  if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${target} failed`)
  return requests / SECONDS
}

/** The same answer with nothing around it: no framework, no access, one statement per request. */
async function bareServer() {
  const pool = new pg.Pool({ connectionString, max: 12 })
  const text = `
    select s.seller_code, s.status,
           (select json_agg(json_build_object('type', u.surcharge_type, 'amount', u.amount, 'period', u.period,
                                              'details', u.trigger_details) order by u.period desc, u.id desc)
            from surcharges u where u.seller_id = s.id and u.status in ('pending', 'applied')) as surcharges
    from sellers s where s.seller_code = $1`
  const server = createServer(async ({ url = '' }, response) => {
    const seller_code = url.split('/')[4]
    const { rows } = await pool.query({ name: 'enforcement', text, values: [seller_code] })
    const surcharges: { type: string }[] = rows[0].surcharges ?? []
    const is_blocked = rows[0].status !== 'active' || surcharges.some(({ type }) => type === 'payment_block')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ seller_code, is_blocked, active_surcharges: surcharges }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const end = async () => {
    server.close()
    server.closeAllConnections()
    await pool.end()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}
