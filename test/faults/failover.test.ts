import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { inForm } from '../setup/form.ts'
import { startService } from '../setup/service.ts'
import { receiver } from '../webhooks/receiver.ts'
import { createClient, inLines } from './client.ts'
import { runLoops } from './loops.ts'
import { ownPair } from './own-pair.ts'
import { quietPort } from './own-server.ts'
import { startOwnService } from './own-service.ts'
import { seconds, sure, within } from './polling.ts'
import { createPusher, type Journal } from './pushes.ts'
import { LAST_MONTH } from './scene.ts'
import { SLACK_MS } from './slack.ts'
import { factsOf, surchargeOf } from './some-sellers.ts'

const SELLERS = 250
const LOAD_MS = inForm({ short: 1_500, long: 10_000 })
/** How long a primary is missed before somebody promotes the standby. */
const MISSED_MS = inForm({ short: 500, long: 5_000 })
const RECOVERY_MS = 20_000
const WARM_UP_MS = 240_000

/** What becomes of the primary. */
const WAYS = inForm<('kill' | 'freeze')[]>({ short: ['kill'], long: ['kill', 'freeze'] })

for (const way of WAYS)
  t.test(`a standby that is promoted under load after a ${way} of the primary`, (t) => failover(t, way))

async function failover(t: Test, way: 'kill' | 'freeze') {
  const pair = await ownPair(t)
  const service = await startOwnService(t, { urlOf: () => pair.url })
  await pair.primary.query(factsOf(SELLERS))
  const client = createClient(service.url)
  const subscriber = await receiver(t)
  const hook = { url: subscriber.url, events: ['*'], max_concurrency: 20 }
  t.match(await client.ask('subscribe', 'POST', '/api/webhooks', { body: hook }), { status: 200 })

  await t.test('as the only host stops a start with a sentence', async (t) => {
    const PORT = String(await quietPort())
    const { ended } = startService(t, { DATABASE_URL: pair.standby.url, PORT })
    const { status, printed } = await ended
    t.equal(status, 1)
    t.match(printed, /^The server at 127\.0\.0\.1:\d+ takes no changes, as a standby does: name the primary/)
    t.notMatch(printed, / {4}at /)
  })

  const journal: Journal = new Map()
  const surcharges: number[] = []
  const push = createPusher(client, journal, LAST_MONTH)
  const surcharge = async (n: number) => {
    const { status, body } = await client.ask('surcharge', 'POST', '/api/surcharges', {
      body: surchargeOf(n, SELLERS),
    })
    if (status === 200) surcharges.push(body.id)
  }
  const load = runLoops({ isRunning: service.isRunning } as Parameters<typeof runLoops>[0], [
    { pauseMs: 20, turn: () => push('json') },
    { pauseMs: 20, turn: () => push('whole') },
    { pauseMs: 10, turn: surcharge },
    { pauseMs: 10, turn: (n) => client.ask('enforcement', 'GET', enforcementOf(n)) },
  ])
  const good = (from: number) =>
    KINDS.every((kind) =>
      client.outcomes.some((one) => one.kind === kind && one.status === 200 && one.sentAt >= from),
    )
  await sure('The warm-up', WARM_UP_MS, async () => good(0))
  await delay(LOAD_MS)
  await pair.primary[way]()
  await delay(MISSED_MS)
  await pair.promote()
  const promoted = Date.now()
  const isBack = await within(RECOVERY_MS + SLACK_MS, async () => good(promoted) || !service.isRunning())
  const took = Date.now() - promoted

  await t.test('is found by the service itself', async (t) => {
    t.equal(service.ending(), '', 'the process runs')
    t.ok(isBack && good(promoted), 'every kind of request succeeds again')
    t.comment(`${seconds(took)} after the promotion`)
    t.ok(await service.isReady())
  })
  await load.stop()

  await t.test('has everything that was acknowledged', async (t) => {
    for (const line of inLines(client.outcomes)) t.comment(line)
    t.same(load.problems, [], 'answers that said too little')
    t.same(
      client.outcomes.filter(({ status }) => status === 'hung' || status === 500),
      [],
      'requests that hung or failed for no reason',
    )
    const rows = await pair.standby.query(
      `select split_part(order_code, '/', 1) as push, count(*)::int as stored
       from orders where order_code like '%/%' group by 1`,
    )
    const stored = new Map(rows.map((row) => [row.push, row.stored]))
    const acknowledged = [...journal].filter(([, push]) => push.acknowledged)
    t.comment(
      `${acknowledged.length} of ${journal.size} pushes and ${surcharges.length} surcharges acknowledged`,
    )
    t.ok(acknowledged.length > 0)
    t.same(
      acknowledged.filter(([name, { records }]) => stored.get(name) !== records),
      [],
      'acknowledged pushes of which records are missing',
    )
    const kept = new Set((await pair.standby.query('select id from surcharges')).map(({ id }) => id))
    t.same(
      surcharges.filter((id) => !kept.has(id)),
      [],
      'acknowledged surcharges that are missing',
    )
  })

  await t.test('delivers every event', async (t) => {
    const missing = async () => {
      await pair.standby.query(
        `update pgboss.job set start_after = now() where state < 'active' and start_after > now()`,
      )
      const got = new Set(subscriber.received.map(({ headers }) => String(headers['webhook-id'])))
      const events = await pair.standby.query('select event_id from events')
      return events.length > 0 && events.every(({ event_id }) => got.has(String(event_id)))
    }
    t.ok(await within(240_000, missing, 200))
  })

  await t.test('calculates a month', async (t) => {
    const month = { body: { period: LAST_MONTH } }
    const calculate = () => client.ask('push calculate', 'POST', '/api/sos/monthly/calculate', month)
    t.ok(await within(240_000, async () => (await calculate()).status === 200))
  })
}

const KINDS = ['push json', 'push whole', 'surcharge', 'enforcement']
const enforcementOf = (n: number) => `/api/sos/sellers/S-${1 + (n % SELLERS)}/enforcement`
