import { rulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { afterScoreChanges, amKpi } from '../../../src/domain/scores/score-changes.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { computeAmKpi } from '../../../src/scoring/am-kpi.ts'
import { portfoliosOf, replaceKpis } from '../kpi-queries.ts'

/**
 * Computes the KPI of every account manager with scores in a period anew, by the records of that period. All of them
 * are replaced together, from scores read behind the period's lock: a second run at the same time waits for the
 * first and writes the same again.
 */
export const computeKpis = defineJob({
  ...amKpi,
  async handler(app, { period }) {
    const rules = await rulesOf(app.db, ['am-kpi-weight', 'am-bonus-penalty'], period)
    await app.db.transaction(async (tx) => {
      await afterScoreChanges(tx, period)
      const portfolios = await portfoliosOf(tx, period)
      await replaceKpis(
        tx,
        period,
        portfolios.map(({ am_id, sellers }) => ({ am_id, rules, ...computeAmKpi(rules, sellers) })),
      )
    }, JOB_TRANSACTION)
  },
})
