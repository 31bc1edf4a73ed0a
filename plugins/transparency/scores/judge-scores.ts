import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import type { Judgeable } from '../tasks/judge.ts'
import type { Judged } from '../tasks/judge-task.ts'

type Task = typeof import('../tasks/judge-task.ts').default

const judgeTask = new URL('../tasks/judge-task.ts', import.meta.url)

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
): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const part of chunksOf(read, AT_A_TIME)) judged.push(...(await judgePart(app, part, gone)))
  return judged
}

async function judgePart(
  app: Pick<FastifyInstance, 'threads'>,
  part: readonly Judgeable[],
  gone: AbortSignal,
) {
  const rules = [...new Set(part.flatMap((one) => one.rules ?? []))]
  const scores = part.map(({ rules: text, ...one }) => ({
    ...one,
    set: text === null ? null : rules.indexOf(text),
  }))
  try {
    return await app.threads.run<Task>(judgeTask, { engine: engine(), rules, scores }, gone)
  } catch (error) {
    if (!FAILED.includes((error as { errorCode?: string }).errorCode ?? '')) throw error
    if (part.length === 1) return [{ problem: 'computing it again fails, or takes too long' }]
    const judged: Judged[] = []
    for (const one of part) judged.push(...(await judgePart(app, [one], gone)))
    return judged
  }
}
