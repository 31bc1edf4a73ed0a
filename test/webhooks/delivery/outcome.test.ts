import fc from 'fast-check'
import t from 'tap'
import { RefusedAddress } from '../../../plugins/webhooks/delivery/addresses.ts'
import { classifyResponse, type Ending } from '../../../plugins/webhooks/delivery/outcome.ts'
import { ATTEMPTS, nextAttempt } from '../../../plugins/webhooks/delivery/schedule.ts'

const now = new Date('2026-11-20T12:00:00Z')
const random = 0.5
const classified = (ending: Ending, attempt = 1) => classifyResponse({ ...ending, attempt, now, random })
const scheduled = (attempt = 1) => nextAttempt({ attempt, now, random })

t.test('every 2xx is a delivery', async (t) => {
  for (const status of [200, 201, 202, 204, 299])
    t.match(classified({ status }), { outcome: 'delivered', next_attempt_at: null }, String(status))
  t.equal(classified({ status: 204 }, ATTEMPTS).reason, 'The receiver answered 204 (No Content).')
})

t.test('every other status but 410 is tried again', async (t) => {
  for (const status of [101, 301, 302, 307, 308, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504, 599])
    t.match(classified({ status }), { outcome: 'retry', next_attempt_at: scheduled() }, String(status))
})

t.test('the reason says what was answered', async (t) => {
  t.equal(classified({ status: 500 }).reason, 'The receiver answered 500 (Internal Server Error).')
  t.equal(classified({ status: 599 }).reason, 'The receiver answered 599.')
  t.equal(
    classified({ status: 301 }).reason,
    'The receiver answered 301 (Moved Permanently): redirects are not followed.',
  )
})

t.test('410 disables the subscription at any attempt', async (t) => {
  for (const attempt of [1, ATTEMPTS])
    t.match(classified({ status: 410 }, attempt), {
      outcome: 'disable',
      reason: /410 \(Gone\)/,
      next_attempt_at: null,
    })
})

t.test('the last attempt fails the delivery', async (t) => {
  t.strictSame(classified({ status: 500 }, ATTEMPTS), {
    outcome: 'failed',
    reason: 'The receiver answered 500 (Internal Server Error). It was the last of 10 attempts.',
    next_attempt_at: null,
  })
  t.match(classified({ status: 503, headers: { 'retry-after': '60' } }, ATTEMPTS), { outcome: 'failed' })
})

t.test('429 and 503 are waited for as long as they ask, and the reason says so', async (t) => {
  for (const status of [429, 503])
    for (const value of ['60', 'Fri, 20 Nov 2026 12:01:00 GMT'])
      t.match(classified({ status, headers: { 'retry-after': value } }), {
        outcome: 'retry',
        reason: /It asked to wait, until 2026-11-20T12:01:00\.000Z at least\.$/,
        next_attempt_at: new Date('2026-11-20T12:01:00Z'),
      })
})

t.test('a wish that is shorter than the schedule changes nothing', async (t) => {
  t.strictSame(classified({ status: 503, headers: { 'retry-after': '1' } }), classified({ status: 503 }))
})

t.test('Retry-After of any other status is not honoured', async (t) => {
  for (const status of [301, 404, 500, 502])
    t.same(classified({ status, headers: { 'retry-after': '3600' } }).next_attempt_at, scheduled())
})

t.test('an attempt without an answer is tried again, a refused address too', async (t) => {
  const refused = { error: new RefusedAddress('The address 10.0.0.1 is not public.') }
  t.strictSame(classified(refused, 3), {
    outcome: 'retry',
    reason: 'The address 10.0.0.1 is not public.',
    next_attempt_at: scheduled(3),
  })
  t.match(classified(refused, ATTEMPTS), { outcome: 'failed', reason: /not public\. It was the last/ })
  t.match(classified({ error: undefined }), { outcome: 'retry' })
})

t.test('only what is tried again has a next attempt, and it is in the future', async () => {
  const ending = fc.oneof(
    fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      headers: fc.record({ 'retry-after': fc.string() }),
    }),
    fc.record({ error: fc.anything() }),
  )
  fc.assert(
    fc.property(ending, fc.integer({ min: 1, max: 12 }), (given, attempt) => {
      const { outcome, next_attempt_at: next, reason } = classified(given, attempt)
      return (outcome === 'retry') === (next !== null && next > now) && reason.endsWith('.')
    }),
  )
})
