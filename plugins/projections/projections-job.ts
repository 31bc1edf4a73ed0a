import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { projectSellers } from '../../src/domain/projections/project-later.ts'
import { lastFinals, renewRisks } from '../../src/domain/projections/renew-risks.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { chanceBelow } from '../../src/scoring/projection/summary.ts'
import { drawMonths } from './draw-months.ts'
import { readProjected } from './inputs/projected.ts'
import { markAtRisk, type NewProjection, nextSellers, writeProjections } from './queries.ts'
import type { ReadPopulation, ReadSharedInputs } from './shared-inputs.ts'

/** Sellers that are read, drawn and written at a time: their thread is done long before it may compute no longer. */
const BATCH_SELLERS = 50
/** A seller is at risk when it ends below its last final tier with a higher probability. */
export const RISK = 0.3

/**
 * Projects the running month of all active sellers at night, a batch at a time: each batch sends the job of the next in
 * the transaction that writes it. A batch that runs twice writes the same sellers again, and tells nothing twice. A
 * seller whose month can't be drawn is logged and left out.
 */
export const nightlyProjections = (readShared: ReadSharedInputs, readPopulation: ReadPopulation) =>
  defineJob({
    ...projectSellers,
    schedule: '10 4 * * *',
    async handler(app, { after = 0 }, { signal }) {
      const period = runningPeriod(app)
      const sellers = await nextSellers(app.db, after, BATCH_SELLERS)
      if (sellers.length === 0) return
      const population = await readPopulation(app.db, period)
      const readBatch: ReadBatch = (tx) => readShared(tx, period, population)
      const rows = await projectBatch(app, readBatch, { sellers, period }, signal)
      await app.db.bulkTransaction(async (tx) => {
        await writeProjections(tx, rows)
        await renewRisks(tx, sellers, shiftPeriod(period, -1))
        await tellOfRisk(tx, app, sellers, period)
        if (sellers.length === BATCH_SELLERS)
          await app.jobs.send(tx, projectSellers, { after: sellers.at(-1) as number })
      }, JOB_TRANSACTION)
    },
  })

type ReadBatch = (tx: Sql) => ReturnType<ReadSharedInputs>

/** Reads some sellers at one instant, and draws their months. */
async function projectBatch(
  app: FastifyInstance,
  readShared: ReadBatch,
  { sellers, period }: { sellers: number[]; period: string },
  gone: AbortSignal,
): Promise<NewProjection[]> {
  const { shared, projected, lasts } = await readForJob(app.db, async (tx) => {
    const shared = await readShared(tx)
    const projected = await readProjected(tx, sellers, shared)
    return { shared, projected, lasts: await lastFinals(tx, sellers, period) }
  })
  const { rules, month } = shared
  const { tiers } = prepareRules(rules)
  const drawn = await drawMonths(app, rules, projected, gone)
  return [...drawn].map(([seller_id, projection]) => {
    const last = lasts.get(seller_id)
    const below = last ? chanceBelow(tiers, projection, last.rank) : null
    return { seller_id, period, as_of: month.as_of, projection, last, below }
  })
}

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
