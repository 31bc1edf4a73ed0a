import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { followAssignments } from '../../src/domain/scores/follow-assignments.ts'
import { afterScoreChanges, amKpi } from '../../src/domain/scores/score-changes.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { computeAmKpi } from '../../src/scoring/am-kpi.ts'
import { portfoliosOf, replaceKpis } from './queries.ts'

/**
 * Computes the KPI of every account manager with scores in a period anew, by the records of that period. All of them
 * are replaced together, from scores read behind the period's lock: a second run at the same time waits for the
 * first and writes the same again. What the job was sent for is committed before it looks for scores that count for
 * somebody else by now; it locks none of them while it has the period's lock, for which those wait who hold some.
 */
export const computeKpis = defineJob({
  ...amKpi,
  async handler(app, { period }) {
    const rules = await rulesOf(app.db, ['am-kpi-weight', 'am-bonus-penalty'], period)
    await app.db.transaction((tx) => afterScoreChanges(tx, period), JOB_TRANSACTION)
    await app.db.transaction((tx) => followAssignments(app, tx, period), JOB_TRANSACTION)
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
