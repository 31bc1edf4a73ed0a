import type { FastifyInstance } from 'fastify'
import type { Projection } from '../../src/scoring/projection/summary.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { ProjectedSeller } from './tasks/project-task.ts'

/** The projections of some sellers, in a thread: one takes some 40 ms. */
export const projectTask = new URL('./tasks/project-task.ts', import.meta.url)
export type ProjectTask = typeof import('./tasks/project-task.ts').default

/** How a task ends that will always end so. */
const FAILED = ['computation_failed', 'computation_too_long']

type Sellers = Map<number, ProjectedSeller>

/**
 * Draws months together in a thread, and each alone where that fails: one that can't be drawn is logged and left out,
 * and keeps no other from it.
 * @throws 503 when no thread is free in time
 */
export async function drawMonths(
  { threads, log }: Pick<FastifyInstance, 'threads' | 'log'>,
  rules: ScoringRules,
  sellers: Sellers,
  gone: AbortSignal,
): Promise<Map<number, Projection>> {
  const drawn = new Map<number, Projection>()
  if (await draw(sellers)) return drawn
  for (const one of sellers)
    if (!(await draw(new Map([one])))) log.error({ seller_id: one[0] }, 'the month could not be drawn')
  return drawn

  async function draw(some: Sellers): Promise<boolean> {
    try {
      const found = await threads.run<ProjectTask>(projectTask, { rules, sellers: [...some.values()] }, gone)
      for (const [n, seller] of [...some.keys()].entries()) drawn.set(seller, found[n] as Projection)
      return true
    } catch (error) {
      if (FAILED.includes((error as { errorCode?: string }).errorCode ?? '')) return false
      throw error
    }
  }
}
