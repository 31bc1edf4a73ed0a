import t from 'tap'
import { findProgram, missing } from '../setup/programs.ts'
import { receiver } from '../webhooks/receiver.ts'
import { createClient, inLines } from './client.ts'
import { ownPooler } from './own-pooler.ts'
import { ownServer } from './own-server.ts'
import { startOwnService } from './own-service.ts'
import { seconds, sure } from './polling.ts'
import { asLines, ordersOf } from './pushes.ts'
import { LAST_MONTH } from './scene.ts'
import { factsOf } from './some-sellers.ts'

const SELLERS = 2_600
const PUSHES = 12
const ORDERS_EACH = 1_000
const AT_ONCE = 4
const PATIENCE_MS = 300_000

const through = missing('pgbouncer') || 'one of each through a pooler in transaction mode'

t.test(`two servers and two workers on one database, ${through}`, async (t) => {
  const server = await ownServer(t, { more: { max_connections: '120' } })
  const pooler = findProgram('pgbouncer') ? await ownPooler(t, server, { size: 8 }) : undefined
  const direct = { url: server.urlOf(), settings: {} }
  const pooled = pooler && { url: pooler.url, settings: { DATABASE_DIRECT_URL: server.urlOf() } }
  const start = (entry: string, { url, settings }: { url: string; settings: Record<string, string> }) => {
    const all = { LOG_LEVEL: 'info', WORKER: 'off', CALCULATE_WAIT_SECONDS: '120', ...settings }
    return startOwnService(t, { urlOf: () => url }, { entry, settings: all })
  }
  const ways = [direct, pooled ?? direct]
  const servers: Awaited<ReturnType<typeof start>>[] = []
  for (const way of ways) servers.push(await start('src/server.js', way)) // one migrates, one finds it done
  const workers = await Promise.all(ways.map((way) => start('src/worker.js', way)))
  const areReady = async () => (await Promise.all(workers.map(({ isReady }) => isReady()))).every(Boolean)
  await sure('Two workers', PATIENCE_MS, areReady)
  await server.query(factsOf(SELLERS))
  const clients = servers.map(({ url }) => createClient(url))
  const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]]
  const subscriber = await receiver(t)
  const hook = { url: subscriber.url, events: ['*'], max_concurrency: 20 }
  t.match(await first.ask('subscribe', 'POST', '/api/webhooks', { body: hook }), { status: 200 })

  await t.test('pushes through both servers are all stored, once', async (t) => {
    const began = Date.now()
    let next = 0
    const push = async () => {
      for (let n = next++; n < PUSHES; n = next++) {
        const client = n % 2 === 0 ? first : second
        const records = ordersOf(`P${n}`, ORDERS_EACH, `S-${1 + n}`, LAST_MONTH)
        const lines = { body: asLines(records), headers: { 'content-type': 'application/x-ndjson' } }
        const pushed = await client.ask('push', 'POST', '/api/sync/orders', lines)
        t.match(pushed, { status: 200, body: { created: ORDERS_EACH } })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, push))
    const ms = Date.now() - began
    t.comment(`${Math.round((PUSHES * ORDERS_EACH * 1000) / ms)} orders a second through two servers`)
    const [stored] = await server.query('select count(*)::int as n from orders')
    t.equal(stored?.n, PUSHES * ORDERS_EACH)
  })

  await t.test('both ask for the month at once: one run, each batch once', async (t) => {
    const began = Date.now()
    const month = { body: { period: LAST_MONTH } }
    const ask = ({ ask }: typeof first) => ask('push calculate', 'POST', '/api/sos/monthly/calculate', month)
    const answers = await Promise.all(clients.map(ask))
    for (const answer of answers) t.match(answer, { status: 200, body: { sellers_scored: SELLERS } })
    t.comment(`${SELLERS} sellers in ${seconds(Date.now() - began)}`)
    const runs = await server.query(
      `select id, status, batches_total, batches_done, sellers_scored, rated + unrated as counted from scoring_runs`,
    )
    t.equal(runs.length, 1, 'one run')
    const [run] = runs
    t.match(run, { status: 'completed', sellers_scored: SELLERS, counted: SELLERS })
    t.equal(run?.batches_done, run?.batches_total)
    const [scores] = await server.query(
      'select count(*)::int as n, count(distinct seller_id)::int as sellers from monthly_scores',
    )
    t.same(scores, { n: SELLERS, sellers: SELLERS })
  })

  await t.test('a finalized month is delivered once for each event', async (t) => {
    const began = Date.now()
    const finalized = await second.ask('push finalize', 'POST', '/api/sos/monthly/finalize', {
      body: { period: LAST_MONTH },
    })
    t.equal(finalized.status, 200)
    const settled = async () => {
      const [row] = await server.query(
        `select count(*)::int as events, count(d.id) filter (where d.status = 'delivered')::int as delivered
         from events e left join webhook_deliveries d on d.event_id = e.id`,
      )
      return Number(row?.events) > SELLERS && row?.delivered === row?.events && Number(row?.events)
    }
    const events = await sure('The delivery of every event', PATIENCE_MS, settled)
    t.comment(`${Math.round((events * 1000) / (Date.now() - began))} deliveries a second by two workers`)
    const ids = subscriber.received.map(({ headers }) => String(headers['webhook-id']))
    t.equal(new Set(ids).size, events)
    t.equal(ids.length, events, 'none twice')
  })

  const done = (printed: string, queue: string) =>
    printed.split('\n').filter((line) => line.includes(`"queue":"${queue}"`) && line.includes('job done'))
      .length
  await t.test('the workers share the work, and the servers do none', async (t) => {
    const shares = workers.map(({ printed }) => done(printed(), 'scoring-batch'))
    t.comment(`batches of each worker: ${shares}`)
    for (const { printed } of servers) t.notMatch(printed(), /"queue":/)
    t.same(inLines(clients.flatMap(({ outcomes }) => outcomes).filter(({ status }) => status !== 200)), [])
  })
})
