import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { projectSellers } from '../../src/domain/projections/project-later.ts'
import { renewRisks } from '../../src/domain/projections/renew-risks.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import type { Projection } from '../../src/scoring/projection/summary.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { type PrepareReading, readProjected } from './inputs/projected.ts'
import { markAtRisk, nextSellers, writeProjections } from './queries.ts'
import type { ProjectedSeller } from './tasks/project-task.ts'

/** Sellers that are read, drawn and written at a time: their thread is done long before it may compute no longer. */
const BATCH_SELLERS = 50
/** A seller is at risk when it ends below its last final tier with a higher probability. */
const RISK = 0.3

/**
 * Projects the running month of all active sellers at night, a batch at a time: each batch sends the job of the next in
 * the transaction that writes it. A batch that runs twice writes the same sellers again, and tells nothing twice. A
 * seller whose month can't be drawn is logged and left out.
 */
export const nightlyProjections = (prepareReading: PrepareReading) =>
  defineJob({
    ...projectSellers,
    schedule: '10 4 * * *',
    async handler(app, { after = 0 }, { signal }) {
      const period = runningPeriod(app)
      const sellers = await nextSellers(app.db, after, BATCH_SELLERS)
      if (sellers.length === 0) return
      const readShared = await prepareReading(period)
      const { shared, projected } = await readForJob(app.db, async (tx) => {
        const shared = await readShared(tx)
        return { shared, projected: await readProjected(tx, sellers, shared) }
      })
      const drawn = await drawMonths(app, shared.rules, projected, signal)
      const { as_of } = shared.month
      const rows = [...drawn].map(([seller_id, projection]) => ({ seller_id, period, as_of, ...projection }))
      await app.db.bulkTransaction(async (tx) => {
        await writeProjections(tx, rows)
        await renewRisks(tx, sellers, shiftPeriod(period, -1))
        await tellOfRisk(tx, app, sellers, period)
        if (sellers.length === BATCH_SELLERS)
          await app.jobs.send(tx, projectSellers, { after: sellers.at(-1) as number })
      }, JOB_TRANSACTION)
    },
  })

/** Publishes once a month who may fall. */
async function tellOfRisk(tx: Transaction, { events }: FastifyInstance, sellers: number[], period: string) {
  const found = await markAtRisk(tx, sellers, period, RISK)
  await events.publish(
    tx,
    found.map(({ seller_id, tiers: _, draws: __, below_last_final, ...data }) => ({
      type: 'seller.tier_at_risk' as const,
      seller_id,
      data: { ...data, probability: below_last_final },
    })),
  )
}

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
async function drawMonths(
  { threads, log }: FastifyInstance,
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
