import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { IDLE_MS } from '../../src/platform/database/connect/bounds.ts'
import { testApp } from '../setup/app.ts'
import { chunk, head, rawSocket } from '../setup/raw-socket.ts'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const SECONDS = 2
const settings = { WORKER: 'off', REQUEST_TIMEOUT_SECONDS: String(SECONDS) }
const { app, user, rows, pushLines, DATABASE_URL } = await syncApp(t, settings)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

const TOO_LITTLE = {
  status: 408,
  body: { error: `The body brought less than 1 kB in ${SECONDS} seconds: send it again.` },
}
const push = (type: string, query = '') =>
  head(
    `POST /api/sync/orders${query}`,
    'Transfer-Encoding: chunked',
    `Content-Type: application/${type}`,
    `X-User-Id: ${user.system.id}`,
  )
const line = (n: number, more = {}) =>
  `${JSON.stringify({ ...GOOD.orders, order_code: `O-${n}`, ...more })}\n`
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n)).join('')
const pause = (seconds: number) => app.db.rows('select pg_sleep($1)', [seconds])

t.test('a push that brings less than 1 kB in the time is ended', async (t) => {
  t.jobs = 3
  for (const [what, begin] of [
    ['of JSON', push('json')],
    ['of NDJSON', push('x-ndjson')],
    ['of NDJSON, all or none', push('x-ndjson', '?atomic=true')],
  ] as const)
    t.test(what, { buffered: true }, async (t) => {
      const { socket, trickle, answers } = rawSocket(t, port)
      socket.write(begin)
      await trickle(chunk(' '))
      t.same(answers(), [TOO_LITTLE])
    })
})

t.test('who falls silent in the middle is ended, and what came before stays', async (t) => {
  const { socket, closed, answers } = rawSocket(t, port)
  socket.write(push('x-ndjson') + chunk(lines(2_500)))
  await closed
  const stored = ' What is good of the first 2000 records is stored.'
  t.same(answers(), [{ ...TOO_LITTLE, body: { error: TOO_LITTLE.body.error + stored } }])
  t.same(await rows('select count(*) as stored from orders'), [{ stored: 2_000 }])
})

for (const [type, begin, drop, end] of [
  ['JSON', '{"records":[', ' ', '{}]}'],
  ['NDJSON', '', '\n', '{}\n'],
] as const)
  t.test(`a push of ${type} that flows may take longer`, async (t) => {
    const { socket, answered } = rawSocket(t, port)
    socket.write(push(type === 'JSON' ? 'json' : 'x-ndjson') + (begin && chunk(begin)))
    const start = performance.now()
    while (performance.now() - start < SECONDS * 1_500) {
      socket.write(chunk(drop.repeat(1_200)))
      await pause(0.2)
    }
    socket.write(chunk(end) + chunk(''))
    t.match(await answered(), [{ status: 200, body: { received: 1, rejected: 1 } }])
  })

t.test('the time in which the service does not read is not the sender’s', async (t) => {
  const blocker = await app.db.pool.connect()
  await blocker.query('begin; lock table orders')
  const { socket, answered } = rawSocket(t, port)
  socket.write(push('x-ndjson') + chunk(lines(10_000)) + chunk(''))
  await pause(SECONDS * 1.5)
  await blocker.query('rollback')
  blocker.release()
  t.match(await answered(), [{ status: 200, body: { received: 10_000 } }])
})

t.test('a stop ends a push that still trickles, and nothing of it is stored', async (t) => {
  const other = await testApp(t, { ...settings, DATABASE_URL, SHUTDOWN_SECONDS: '2' })
  await other.app.listen({ host: '127.0.0.1', port: 0 })
  const { socket, trickle } = rawSocket(t, (other.app.server.address() as AddressInfo).port)
  const accepted = once(other.app.server, 'request')
  socket.write(push('x-ndjson', '?atomic=true') + chunk(lines(2_500)))
  await accepted
  const ended = trickle(chunk('\n'.repeat(1_200)))
  await other.app.close()
  await ended
  t.same(await rows('select count(*) as stored from orders'), [{ stored: 0 }])
})

t.test('who was refused in the middle is answered when the rest trickles', async (t) => {
  await app.db.rows('alter table orders rename to orders_gone')
  t.teardown(() => app.db.rows('alter table orders_gone rename to orders'))
  const { socket, trickle, answers } = rawSocket(t, port)
  socket.write(push('x-ndjson') + chunk(lines(2_500)))
  await trickle(chunk(' '))
  t.match(answers(), [{ status: 500 }])
})

t.test('a transaction stays open while what it stores is read slowly', async (t) => {
  const { open } = app.spools
  t.teardown(() => Object.assign(app.spools, { open }))
  const isKeptAwake = () =>
    rows(`select from pg_stat_activity where state = 'idle in transaction' and query = 'select 1'`)
  app.spools.open = async (tooLarge) => {
    const spool = await open(tooLarge)
    async function* blocks() {
      const end = performance.now() + IDLE_MS * 1.5
      while (performance.now() < end && (await isKeptAwake()).length === 0) await delay(20)
      yield* spool.blocks()
    }
    return { ...spool, blocks }
  }
  const { status, body } = await pushLines('orders', lines(10), '?atomic=true')
  t.match({ status, ...body }, { status: 200, received: 10 })
})
