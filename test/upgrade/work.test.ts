import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { testApp } from '../setup/app.ts'
import { type Received, receiver } from '../webhooks/receiver.ts'
import { asBefore, asIfMadeNow, explanationsIn, oldDatabase } from './old-release.ts'

const there = await receiver(t)
const { known, answers, settings, DATABASE_URL } = await oldDatabase(t, new URL(there.url).origin)
await asIfMadeNow(DATABASE_URL, known)
const explanationsBefore = await explanationsIn(DATABASE_URL)
const { call } = await testApp(t, {
  ...settings,
  // The facts, events and log entries of the dump grow old, and the daily clean-up may run during a test.
  KEEP_FACTS_MONTHS: '1200',
  KEEP_EVENTS_MONTHS: '1200',
  KEEP_DELIVERY_LOG_DAYS: '3650',
})

const get = async (path: string) => (await call('bod', 'GET', path)).body
const answerBefore = <Row>(path: string) =>
  answers.find((one) => one.path === path)?.answer as { data: Row[] }

t.test('a run that waited in the queue is done', async (t) => {
  const run = await until(
    () => get(`/api/sos/runs/${known.queued_run}`),
    ({ status }) => !['queued', 'running'].includes(status),
  )
  t.match(run, { status: 'completed', error: null })
})

/**
 * The trends that are others since 0.1.0, by seller, period and revision: an unrated score is no past to compare with,
 * and has no direction itself. Their input hashes hold the score that they were compared with.
 */
const TRENDS: Record<string, { previous_period: null; previous_sos: number; delta: 0; direction: string }> = {
  '6 2026-09 1': { previous_period: null, previous_sos: 65.25, delta: 0, direction: 'new' },
  '7 2026-09 1': { previous_period: null, previous_sos: 0, delta: 0, direction: 'unrated' },
  '7 2026-10 1': { previous_period: null, previous_sos: 0, delta: 0, direction: 'unrated' },
}

t.test('a month calculated anew gets the same scores, to the byte, but for those trends', async (t) => {
  const { period, results } = known.october
  const { status, body } = await call('am_head', 'POST', '/api/sos/monthly/calculate', { period })
  t.equal(status, 200)
  t.equal(body.sellers_scored, results.length)
  t.strictSame(asBefore(body.results, results), results)
  for (const month of ['2026-09', period]) {
    const path = `/api/sos/monthly?period=${month}&limit=100`
    const before = answerBefore<Score>(path).data.map(({ run_id, calculated_at, ...score }) => {
      const { previous_period, ...trend } =
        TRENDS[`${score.seller_code.replace('S-10', '')} ${month} 1`] ?? score.trend
      return { ...score, trend }
    })
    t.strictSame(asBefore((await get(path)).data, before), before, month)
  }
  const explanations = await explanationsIn(DATABASE_URL)
  for (const [name, trend] of Object.entries(TRENDS)) {
    const { input_hash, ...now } = JSON.parse(explanations[name] as string)
    t.strictSame(now.trend, trend, name)
    const before = { ...JSON.parse(explanationsBefore[name] as string), trend, input_hash }
    t.equal(explanations[name], JSON.stringify(before), name)
  }
  const others = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !(name in TRENDS)))
  t.strictSame(others(explanations), others(explanationsBefore))
})

t.test('what was pending is delivered, signed with the old secret', async (t) => {
  const { delivered, busy } = known.subscriptions
  const arrived = (path: string) => there.received.filter((post) => post.path === path)
  await until(
    async () => ({ delivered: arrived('/delivered').map(typeOf), busy: arrived('/busy').map(typeOf) }),
    (types) =>
      types.delivered.includes('webhook.ping') &&
      types.delivered.includes('seller.order_blocked') &&
      types.busy.length >= 3,
  )
  for (const [path, { secret }] of Object.entries({ '/delivered': delivered, '/busy': busy }))
    for (const { body, headers } of arrived(path))
      t.doesNotThrow(
        () => new Webhook(secret).verify(body, headers as Record<string, string>),
        `${path} ${headers['webhook-id']}`,
      )
  const { total } = await until(
    () => get(`/api/webhooks/logs?subscription_id=${busy.id}&status=delivered`),
    ({ total }) => total >= 3,
  )
  t.equal(total, 3, 'two that had failed before, and one whose event nobody had looked at')
})

t.test('a request that is repeated gets the old answer', async (t) => {
  const surcharges = () => get('/api/surcharges?limit=100')
  const { total } = await surcharges()
  for (const { as, key, path, body, answer } of known.idempotent) {
    const again = await call(as, 'POST', path, body, { 'idempotency-key': key })
    t.equal(again.status, 200, path)
    t.strictSame(again.body, answer, path)
  }
  t.equal((await surcharges()).total, total)
})

t.test('the feed goes on after the last old event, and so do the numbers of a seller', async (t) => {
  const before = answerBefore<Event>('/api/events?limit=500').data
  const seller_code = 'S-101'
  const numbers = before
    .filter(({ data }) => data.seller_code === seller_code)
    .map(({ sequence }) => sequence)
  const surcharge = { seller_code, period: '2026-10', surcharge_type: 'planning_overload', amount: 5 }
  t.equal((await call('finance', 'POST', '/api/surcharges', surcharge)).status, 200)
  const { data } = await until(
    () => get('/api/events?limit=500'),
    ({ data }) => data.at(-1).type === 'seller.surcharge_created',
  )
  t.strictSame(asBefore(data.slice(0, before.length), before), before)
  t.equal(data.at(-1).sequence, Math.max(...numbers) + 1)
})

interface Score {
  seller_code: string
  trend: { previous_period?: null }
  run_id: number
  calculated_at: string
}

interface Event {
  sequence: number
  data: { seller_code?: string }
}

const typeOf = ({ body }: Received): string => JSON.parse(body).type

/** Asks again until the answer is as it should be. @throws what was answered last, after four minutes */
async function until<T>(ask: () => Promise<T>, asItShouldBe: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 240_000
  for (;;) {
    const answer = await ask()
    if (asItShouldBe(answer)) return answer
    if (Date.now() > deadline) throw new Error(`The answer stays ${JSON.stringify(answer).slice(0, 2000)}`)
    await delay(20)
  }
}
