import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const PUSHES = 24
const RECORDS = 2_500

const { app, user, rows } = await syncApp(t, { WORKER: 'off' })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const asked = { headers: { 'x-user-id': String(user.system.id) } }
const line = (code: string) => `${JSON.stringify({ ...GOOD.orders, order_code: code })}\n`

/** An atomic push that has brought so many records, and one byte more. */
function begin(name: number) {
  const post = request(`${url}/api/sync/orders?atomic=true`, {
    method: 'POST',
    headers: { ...asked.headers, 'content-type': 'application/x-ndjson' },
  })
  post.write(Array.from({ length: RECORDS }, (_, n) => line(`O-${name}-${n}`)).join(''))
  post.write(' ')
  return post
}

/** Until no transaction is open, and no connection is used. */
async function allIsQuiet() {
  const open = () =>
    rows(`select query from pg_stat_activity
          where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
  while ((await open()).length > 0 || app.db.pool.idleCount < app.db.pool.totalCount) await pause(10)
}

t.test('while atomic pushes trickle everybody else is served', async (t) => {
  const pushes = Array.from({ length: PUSHES }, (_, name) => begin(name))
  const bytes = (RECORDS * line('O-10-1000').length - 20_000) * PUSHES
  while (app.spools.held() < bytes) await pause(10)
  await allIsQuiet()

  const others = await Promise.all([
    ...Array.from({ length: 50 }, () => fetch(`${url}/api/sos/sellers/S-1/enforcement`, asked)),
    fetch(`${url}/api/health/ready`),
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'bod', password: 'any' }),
    }),
  ])
  t.same([...new Set(others.map(({ status }) => status))], [200])

  const [first, second, ...rest] = pushes
  for (const push of [first, second]) push?.end(line('O-LAST'))
  const answers = await Promise.all([first, second].map((push) => push && once(push, 'response')))
  for (const answer of answers) {
    t.equal(answer?.[0].statusCode, 200)
    t.equal(JSON.parse(await text(answer?.[0])).received, RECORDS + 1)
  }
  for (const push of rest) push.on('error', () => {}).destroy()
  while (app.spools.held() > 0) await pause(10)
  t.same(await rows('select count(*) as stored from orders'), [{ stored: 2 * RECORDS + 1 }])
})
