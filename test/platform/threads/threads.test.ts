import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createThreads, type ThreadOptions } from '../../../src/platform/threads/threads.ts'
import { eventually } from '../../setup/eventually.ts'
import type { Odd } from './odd-task.ts'

type OddTask = typeof import('./odd-task.ts').default

const odd = new URL('./odd-task.ts', import.meta.url)
const missing = new URL('./no-such-file.ts', import.meta.url)
const never = new AbortController().signal

/** Threads, what they counted and logged, and how a task ended in them. */
function scene(t: Test, options: Partial<ThreadOptions> = {}) {
  const results: string[] = []
  const logged: string[] = []
  const say = (_: unknown, said: string) => void logged.push(said)
  const threads = createThreads({
    most: 1,
    limitMs: 60_000,
    log: { error: say, warn: say } as never,
    count: (result) => results.push(result),
    ...options,
  })
  t.teardown(threads.close)
  const ask = (does: Odd, gone = never) =>
    threads.run<OddTask>(odd, { does, numbers: [2, 3] }, gone).then(
      (answer) => (answer as { sum: number }).sum,
      ({ statusCode, errorCode }) => `${statusCode} ${errorCode}`,
    )
  return { threads, results, logged, ask }
}

const until = (condition: () => boolean) => eventually(async () => condition())

t.test('a task has a thread of its own, which is kept for the next and ends when idle', async (t) => {
  const { threads, results, ask } = scene(t, { idleMs: 500 })
  t.equal(threads.alive(), 0)
  t.equal(await ask('add'), 5)
  const answer = () => threads.run<OddTask>(odd, { does: 'add' }, never)
  const [one, other] = [await answer(), await answer()] as { threadId: number }[]
  t.ok(one?.threadId, 'it is not the thread of the server')
  t.equal(one?.threadId, other?.threadId)
  t.same(results, ['done', 'done', 'done'])
  t.equal(threads.running() + threads.waiting(), 0)
  await until(() => threads.alive() === 0)
})

t.test('a task that comes as an idle thread is ended has another one', async (t) => {
  const { ask } = scene(t, { idleMs: 20 })
  for (let round = 0; round < 5; round++) {
    t.equal(await ask('add'), 5)
    await delay(20) // set after the thread's own timer, so it comes next
  }
})

t.test(
  'whatever ends a thread is a 503 for the caller, and the next task finds another thread',
  async (t) => {
    const { results, logged, ask } = scene(t, { megabytes: 32 })
    for (const does of ['throw', 'exit', 'later', 'memory', 'unsendable'] as const) {
      t.equal(await ask(does), '503 computation_failed', does)
      t.equal(await ask('add'), 5, `after ${does}`)
    }
    t.equal(results.filter((result) => result === 'failed').length, 5)
    t.equal(logged.length, 5)
  },
)

t.test('a task whose file can not be loaded, or whose input can not be sent, is a 503', async (t) => {
  const { threads, ask } = scene(t)
  const failed = { message: 'The computation failed; try again.' }
  await t.rejects(threads.run(missing, undefined as never, never), failed)
  const input = { does: 'add' as const, numbers: [() => 1] as never }
  await t.rejects(threads.run<OddTask>(odd, input, never), failed)
  t.equal(await ask('add'), 5)
})

t.test('a task that takes too long loses its thread and is a 503, and the line goes on', async (t) => {
  const { ask, logged, threads } = scene(t, { limitMs: 1_000 })
  const [long, next] = await Promise.all([ask('forever'), ask('forever')])
  t.same([long, next], ['503 computation_too_long', '503 computation_too_long'])
  t.match(logged, [/longer than 1000 ms/, /longer than 1000 ms/])
  t.equal(threads.running() + threads.waiting(), 0)
})

t.test('a full line is a 503, and so is a wait that is too long', async (t) => {
  const { threads, ask, results } = scene(t, { places: 1, waitMs: 500 })
  const gone = new AbortController()
  const first = ask('stuck', gone.signal)
  await until(() => threads.running() === 1)
  const waits = ask('add')
  t.equal(await ask('add'), '503 computations_full')
  t.equal(threads.waiting(), 1)
  t.equal(await waits, '503 computations_full')
  gone.abort()
  t.equal(await first, '400 caller_gone')
  t.equal(await ask('add'), 5)
  t.same(results, ['refused', 'refused', 'caller_gone', 'done'])
})

t.test('who hangs up leaves the line, and a running task of his ends', async (t) => {
  const { ask, threads, results } = scene(t)
  const [running, waiting] = [new AbortController(), new AbortController()]
  const answers = [ask('stuck', running.signal), ask('add', waiting.signal)]
  waiting.abort()
  t.equal(await answers[1], '400 caller_gone')
  running.abort()
  t.equal(await answers[0], '400 caller_gone')
  t.equal(await ask('add'), 5)
  t.equal(threads.running(), 0)
  t.same(results, ['caller_gone', 'caller_gone', 'done'])
})

t.test('closing ends what runs with a 503, and nothing begins afterwards', async (t) => {
  const { ask, threads } = scene(t)
  t.equal(await ask('add'), 5)
  const [running, waiting] = [ask('stuck'), ask('add')]
  threads.stop()
  await threads.close()
  t.equal(await running, '503 computations_full')
  t.equal(await waiting, '503 computations_full')
  t.equal(await ask('add'), '503 computations_full')
})

t.test('a thread knows none of the settings', async (t) => {
  const { threads } = scene(t)
  t.same(await threads.run<OddTask>(odd, { does: 'secrets' }, never), [])
})
