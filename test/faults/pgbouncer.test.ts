import t from 'tap'
import { receiver } from '../webhooks/receiver.ts'
import { createClient, inLines } from './client.ts'
import { countConnections } from './connections.ts'
import { ownPooler, pgbouncer } from './own-pooler.ts'
import { ownServer } from './own-server.ts'
import { startOwnService } from './own-service.ts'
import { seconds, sure } from './polling.ts'
import { asLines, ordersOf } from './pushes.ts'
import { LAST_MONTH } from './scene.ts'

const SELLERS = 120
const AT_ONCE = 16
const ROUNDS = 3
const WARNING = /notifications do not come through the pooler in DATABASE_URL: set DATABASE_DIRECT_URL/g
const SKIP = pgbouncer ? false : 'pgbouncer is not installed: apt-get install pgbouncer'

t.test('behind a pooler in transaction mode', { skip: SKIP }, async (t) => {
  const server = await ownServer(t)
  const pooler = await ownPooler(t, server)
  const start = (settings: Record<string, string> = {}) =>
    startOwnService(t, { urlOf: () => pooler.url }, { settings })
  const polling = await start()
  const told = polling.printed()

  await t.test('an empty database is migrated and the service starts, with one warning', async (t) => {
    t.equal(told.match(WARNING)?.length, 1, told)
    const left = await server.query<{ mode: string }>(
      `select mode from pg_locks where locktype = 'advisory' and granted`,
    )
    t.same(left, [], 'no lock is left to a backend that others are lent')
    t.notOk((await countConnections(server))['seller-operating-score notifications'])
  })

  const listening = await start({ DATABASE_DIRECT_URL: server.urlOf(), WORKER: 'off' })
  await t.test('with the direct URL there is no warning, and LISTEN is on the server itself', async (t) => {
    t.notMatch(listening.printed(), 'notifications do not come')
    t.equal((await countConnections(server))['seller-operating-score notifications'], 1)
  })

  await server.query(FACTS)
  const clients = [createClient(polling.url), createClient(listening.url)] as const
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
      t.comment(`calculate took ${seconds(calculated.ms)} ${n === 0 ? 'by polling' : 'by LISTEN'}`)
    }
  })

  await t.test('many requests at once share few backends', async (t) => {
    const requests = (n: number) =>
      [
        ['enforcement', 'GET', `/api/sos/sellers/S-${1 + (n % SELLERS)}/enforcement`],
        ['score', 'GET', `/api/sos/sellers/S-${1 + (n % SELLERS)}/score`],
        ['list', 'GET', `/api/sos/monthly?period=${LAST_MONTH}&limit=20`],
        ['surcharge', 'POST', '/api/surcharges', surchargeOf(n)],
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
    t.same(inLines(outcomes.filter(({ status }) => status !== 200)), [])
    for (const { printed } of [polling, listening]) t.notMatch(printed(), /42P05|26000|prepared statement/)
  })

  await t.test('a finalized month is told to the subscriber', async (t) => {
    const month = { body: { period: LAST_MONTH } }
    t.match(await first.ask('push calculate', 'POST', '/api/sos/monthly/calculate', month), { status: 200 })
    t.match(await second.ask('push finalize', 'POST', '/api/sos/monthly/finalize', month), { status: 200 })
    const missing = async () => {
      const got = new Set(subscriber.received.map(({ headers }) => headers['webhook-id']))
      const all = await server.query<{ event_id: string }>('select event_id from events')
      return all.length > 0 && all.every(({ event_id }) => got.has(event_id))
    }
    t.ok(await sure('The delivery of every event', 60_000, missing))
    t.equal(polling.printed().match(WARNING)?.length, 1, 'there is still one warning')
  })
})

const surchargeOf = (n: number) => ({
  seller_code: `S-${1 + (n % SELLERS)}`,
  period: LAST_MONTH,
  surcharge_type: 'planning_overload',
  amount: 1,
})

const FACTS = `
  insert into users (username, full_name, role, is_seeded) values ('board', 'Board', 'bod', true);
  insert into account_managers (name, email) values ('Manager', 'manager@example.com');
  insert into sellers (seller_code, company_name, contract_start_date)
    select 'S-' || n, 'Seller ' || n, date '2020-01-01' from generate_series(1, ${SELLERS}) n;
  analyze`
