import t from 'tap'
import { openWaiting } from '../../../src/platform/jobs/waiting.ts'

const PATIENCE_MS = 240_000
const patience = () => AbortSignal.timeout(PATIENCE_MS)

t.test('who waits asks at once, and again whenever a job has ended', async (t) => {
  const { until, wake } = openWaiting()
  t.equal(await until(async () => 7, patience()), 7)
  let asked = 0
  const waiting = until(async () => {
    if (++asked === 2_000) return 'done'
    setImmediate(wake) // so many pauses would take longer than its patience
    return undefined
  }, patience())
  t.equal(await waiting, 'done')
})

t.test('what another process does is found without being told', async (t) => {
  let asked = 0
  t.equal(await openWaiting().until(async () => (++asked === 3 ? 'found' : undefined), patience()), 'found')
})

t.test('an error ends it, and so does a caller that goes or a process that stops', async (t) => {
  const { until, close } = openWaiting()
  await t.rejects(
    until(() => Promise.reject(new Error('no')), patience()),
    { message: 'no' },
  )
  const leaving = new AbortController()
  const left = until(async () => undefined, leaving.signal)
  leaving.abort()
  t.equal(await left, undefined)
  const stopped = until(async () => undefined, patience())
  close()
  t.equal(await stopped, undefined)
})
