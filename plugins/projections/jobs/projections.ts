import type { FastifyInstance } from 'fastify'
import { periodOf } from '../../../src/domain/business-time.ts'
import { readAtOneInstant } from '../../../src/domain/metrics/seller-queries.ts'
import { projectSellers } from '../../../src/domain/projections/project-later.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { chanceBelow } from '../../../src/scoring/projection/summary.ts'
import { drawMonths } from '../draw-months.ts'
import type { ReadOutset } from '../outsets.ts'
import { lastFinals, markAtRisk, type NewProjection, nextSellers, writeProjections } from '../queries.ts'
import { readProjected } from '../reading/projected.ts'

/** Sellers that are read, drawn and written at a time: their thread is done long before it may compute no longer. */
const BATCH_SELLERS = 50
/** A seller is at risk when it ends below its last final tier with a higher probability. */
export const RISK = 0.3

/**
 * Projects the running month of all active sellers at night, a batch at a time: each batch sends the job of the next in
 * the transaction that writes it. A batch that runs twice writes the same sellers again, and tells nothing twice. A
 * seller whose month can't be drawn is logged and left out.
 */
export const nightlyProjections = (readOutset: ReadOutset) =>
  defineJob({
    ...projectSellers,
    schedule: '10 4 * * *',
    async handler(app, { after = 0 }, { signal }) {
      const period = periodOf(app.clock.now(), app.env.BUSINESS_TIMEZONE)
      const sellers = await nextSellers(app.db, after, BATCH_SELLERS)
      if (sellers.length === 0) return
      const rows = await projectBatch(app, readOutset, { sellers, period }, signal)
      await app.db.bulkTransaction(async (tx) => {
        await writeProjections(tx, rows)
        await tellOfRisk(tx, app, sellers, period)
        if (sellers.length === BATCH_SELLERS)
          await app.jobs.send(tx, projectSellers, { after: sellers.at(-1) as number })
      }, JOB_TRANSACTION)
    },
  })

/** Reads some sellers at one instant, and draws their months. */
async function projectBatch(
  app: FastifyInstance,
  readOutset: ReadOutset,
  { sellers, period }: { sellers: number[]; period: string },
  gone: AbortSignal,
): Promise<NewProjection[]> {
  const { outset, projected, lasts } = await app.db.bulkTransaction(async (tx) => {
    await readAtOneInstant(tx)
    const outset = await readOutset(tx, period)
    const projected = await readProjected(tx, sellers, outset)
    return { outset, projected, lasts: await lastFinals(tx, sellers, period) }
  }, JOB_TRANSACTION)
  const { rules, month } = outset
  const { tiers } = prepareRules(rules)
  const drawn = await drawMonths(app, rules, projected, { caller: projectSellers.name, gone })
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
