import t from 'tap'
import { missing } from '../setup/programs.ts'
import { receiver } from '../webhooks/receiver.ts'
import { createClient, inLines } from './client.ts'
import { countConnections } from './connections.ts'
import { ownPooler } from './own-pooler.ts'
import { ownServer } from './own-server.ts'
import { startOwnService } from './own-service.ts'
import { seconds, sure } from './polling.ts'
import { asLines, ordersOf } from './pushes.ts'
import { factsOf, LAST_MONTH, surchargeOf } from './scene.ts'

const SELLERS = 120
const AT_ONCE = 8
const ROUNDS = 5
const PATIENCE_MS = 240_000
const NEEDED = /A pooler stands at [^:]+:\d+: name the server itself in DATABASE_DIRECT_URL/

t.test('behind a pooler in transaction mode', { skip: missing('pgbouncer') }, async (t) => {
  const server = await ownServer(t)
  const pooler = await ownPooler(t, server)
  const start = (settings: Record<string, string> = {}) =>
    startOwnService(t, { urlOf: () => pooler.url }, { settings })
  await t.test('without the direct URL the start is refused with what to do', async (t) => {
    await t.rejects(start(), NEEDED)
  })

  const direct = { DATABASE_DIRECT_URL: server.urlOf() }
  const working = await start(direct)
  await t.test('an empty database is migrated, and the queue asks the server itself', async (t) => {
    const left = await server.query<{ mode: string }>(
      `select mode from pg_locks where locktype = 'advisory' and granted`,
    )
    t.same(left, [], 'no lock is left to a backend that others are lent')
    t.ok((await countConnections(server))['seller-operating-score jobs'])
  })

  const asking = await start({ ...direct, WORKER: 'off' })
  await server.query(factsOf(SELLERS))
  const clients = [createClient(working.url), createClient(asking.url)] as const
  const [first, second] = clients
  const subscriber = await receiver(t)

  await t.test('push, calculate, finalize and deliver work in both', async (t) => {
    const hook = { url: subscriber.url, events: ['*'] }
    t.match(await first.ask('subscribe', 'POST', '/api/webhooks', { body: hook }), { status: 200 })
    for (const [n, { ask }] of clients.entries()) {
      const records = ordersOf(`P${n}`, 300, 'S-1', LAST_MONTH)
      const lines = { body: asLines(records), headers: { 'content-type': 'application/x-ndjson' } }
      const pushed = await ask('push', 'POST', '/api/sync/orders?atomic=true', lines)
      t.match(pushed, { status: 200, body: { created: 300 } })
      const month = { body: { period: LAST_MONTH } }
      const calculated = await ask('push calculate', 'POST', '/api/sos/monthly/calculate', month)
      t.equal(calculated.status, 200)
      t.comment(`calculate took ${seconds(calculated.ms)}`)
    }
  })

  await t.test('many requests at once share few backends', async (t) => {
    const requests = (n: number) =>
      [
        ['enforcement', 'GET', `/api/sos/sellers/S-${1 + (n % SELLERS)}/enforcement`],
        ['score', 'GET', `/api/sos/sellers/S-${1 + (n % SELLERS)}/score`],
        ['list', 'GET', `/api/sos/monthly?period=${LAST_MONTH}&limit=20`],
        ['surcharge', 'POST', '/api/surcharges', surchargeOf(`S-${1 + (n % SELLERS)}`)],
        ['push', 'POST', '/api/sync/orders', { records: ordersOf(`L${n}`, 5, 'S-2', LAST_MONTH) }],
      ] as const
    const loop = async (start: number) => {
      for (let round = 0; round < ROUNDS; round++)
        for (const [n, { ask }] of clients.entries())
          for (const [kind, method, path, body] of requests((start * ROUNDS + round) * 2 + n))
            await ask(kind, method, path, { body })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, start) => loop(start)))
    const outcomes = clients.flatMap(({ outcomes }) => outcomes)
    for (const line of inLines(outcomes)) t.comment(line)
    const good = new Set(outcomes.filter(({ status }) => status === 200).map(({ kind }) => kind))
    t.same(
      requests(0).filter(([kind]) => !good.has(kind)),
      [],
    )
    const allowed = [200, 503] // a loaded machine may have no connection left for a moment
    t.same(inLines(outcomes.filter(({ status }) => !allowed.includes(Number(status)))), [])
    for (const { printed } of [working, asking]) t.notMatch(printed(), /42P05|26000|prepared statement/)
  })

  await t.test('a finalized month is told to the subscriber', async (t) => {
    const month = { body: { period: LAST_MONTH } }
    const done = async ({ ask }: (typeof clients)[number], what: string) =>
      (await ask(`push ${what}`, 'POST', `/api/sos/monthly/${what}`, month)).status === 200
    await sure('A calculate', PATIENCE_MS, () => done(first, 'calculate'))
    await sure('A finalize', PATIENCE_MS, () => done(second, 'finalize'))
    const allDelivered = async () => {
      const got = new Set(subscriber.received.map(({ headers }) => headers['webhook-id']))
      const all = await server.query<{ event_id: string }>('select event_id from events')
      return all.length > 0 && all.every(({ event_id }) => got.has(event_id))
    }
    t.ok(await sure('The delivery of every event', PATIENCE_MS, allDelivered))
  })
})
