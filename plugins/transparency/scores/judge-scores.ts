import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import type { Judgeable, Judged } from '../tasks/judge.ts'

type Task = typeof import('../tasks/judge.ts').default

const judgeTask = new URL('../tasks/judge.ts', import.meta.url)

/** How a task ends that will always end so. */
const FAILED = ['computation_failed', 'computation_too_long']

/** Scores of a task: it should hold up who waits for the thread by less than a tenth of a second. */
const AT_A_TIME = 100

/**
 * Computes final scores again in a thread and states them, in the order given; each alone where that fails, so that one
 * which can't be computed keeps no other from its statement.
 * @throws 503 when no thread is free in time
 */
export async function judgeScores(
  app: Pick<FastifyInstance, 'threads'>,
  read: readonly Judgeable[],
  gone: AbortSignal = new AbortController().signal,
  atATime = AT_A_TIME,
): Promise<(Judgeable & Judged)[]> {
  const judged: (Judgeable & Judged)[] = []
  for (const scores of chunksOf(read, atATime))
    try {
      const found = await app.threads.run<Task>(judgeTask, { engine: engine(), scores }, gone)
      judged.push(...scores.map((one, n) => ({ ...one, ...(found[n] as Judged) })))
    } catch (error) {
      if (!FAILED.includes((error as { errorCode?: string }).errorCode ?? '')) throw error
      const problem = 'computing it again fails, or takes too long'
      if (scores.length > 1) judged.push(...(await judgeScores(app, scores, gone, 1)))
      else judged.push(...scores.map((one) => ({ ...one, problem })))
    }
  return judged
}
