import fc from 'fast-check'
import t from 'tap'
import { admit, type Circuit, CLOSED, isTrouble, settle } from '../../../plugins/webhooks/delivery/breaker.ts'

const at = (seconds: number) => seconds * 1000
const waitUntil = (circuit: Circuit, seconds: number) => admit(circuit, at(seconds)).wait_until

/** The circuit after attempts of one second each, one after the other, from the given second on. */
const after = (circuit: Circuit, from: number, ...troubles: boolean[]) =>
  troubles.reduce(
    (now, trouble, index) => settle(now, { trouble, started: at(from + index), now: at(from + index + 1) }),
    circuit,
  )
const FIVE = [true, true, true, true, true]
const open = after(CLOSED, 0, ...FIVE)

t.test('no answer, 429 and 5xx are trouble; any other answer is not', async (t) => {
  for (const status of [null, 429, 500, 503, 599]) t.equal(isTrouble(status), true, String(status))
  for (const status of [200, 204, 301, 400, 401, 404, 410]) t.equal(isTrouble(status), false, String(status))
})

t.test('four troubled attempts in a row change nothing', async (t) => {
  const four = after(CLOSED, 0, true, true, true, true)
  t.equal(waitUntil(four, 4), null)
  t.equal(waitUntil(after(four, 4, false, true, true, true, true), 9), null)
})

t.test('the fifth opens the circuit for ten seconds', async (t) => {
  t.same(waitUntil(open, 5), at(15))
  t.same(waitUntil(open, 14.999), at(15))
  t.equal(waitUntil(open, 15), null)
})

t.test('after the pause one attempt goes and the others wait for its end', async (t) => {
  const { circuit, wait_until } = admit(open, at(15))
  t.equal(wait_until, null)
  t.same(waitUntil(circuit, 15), at(75))
  t.equal(waitUntil(after(circuit, 15, false), 16), null)
})

t.test('a probe that never ends keeps the others for a minute only', async (t) => {
  const { circuit } = admit(open, at(15))
  t.equal(waitUntil(circuit, 75), null)
})

t.test('each probe that fails doubles the pause, up to five minutes', async (t) => {
  let circuit = open
  let now = 5
  const pauses: number[] = []
  for (let probe = 0; probe < 8; probe++) {
    const pause = ((waitUntil(circuit, now) ?? 0) - at(now)) / 1000
    pauses.push(pause)
    now += pause
    circuit = after(admit(circuit, at(now)).circuit, now, true)
    now += 1
  }
  t.strictSame(pauses, [10, 20, 40, 80, 160, 300, 300, 300])
})

t.test('attempts that were under way when the circuit opened do not lengthen the pause', async (t) => {
  const late = settle(open, { trouble: true, started: at(1), now: at(9) })
  t.same(waitUntil(late, 9), at(15))
})

t.test('one of them that is delivered closes the circuit', async (t) => {
  const late = settle(open, { trouble: false, started: at(1), now: at(9) })
  t.equal(waitUntil(late, 9), null)
})

t.test('a wait is at most five minutes, and a receiver that is well again is found', async () => {
  const attempt = fc.record({ trouble: fc.boolean(), gap: fc.nat(400), duration: fc.nat(60) })
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 40 }), (attempts) => {
      let [circuit, now] = [CLOSED, 0]
      for (const { trouble, gap, duration } of attempts) {
        now += gap
        const admitted = admit(circuit, at(now))
        circuit = admitted.circuit
        if (admitted.wait_until) continue
        circuit = settle(circuit, { trouble, started: at(now), now: at(now + duration) })
        now += duration
      }
      const wait = waitUntil(circuit, now)
      const later = wait ? wait / 1000 : now
      const probe = admit(circuit, at(later))
      const well = settle(probe.circuit, { trouble: false, started: at(later), now: at(later + 1) })
      return (
        later - now >= 0 &&
        later - now <= 300 &&
        probe.wait_until === null &&
        waitUntil(well, later + 1) === null
      )
    }),
  )
})
