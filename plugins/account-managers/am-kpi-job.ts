import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { afterScoreChanges, amKpi, followAssignments } from '../../src/domain/scores/score-changes.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { type AmKpi, computeAmKpi, type KpiRules, type PortfolioSeller } from '../../src/scoring/am-kpi.ts'

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

/**
 * The scored sellers of a period by the account manager they counted for. An earlier total that was not rated is no
 * previous total: it was made of too little data, and a change from it would measure the data, not the seller.
 */
const portfoliosOf = (tx: Tx, period: string) =>
  tx.rows<{ am_id: number; sellers: PortfolioSeller[] }>(
    `select am_id, jsonb_agg(jsonb_build_object(
              'total_sos', total_sos, 'previous_sos', case when previous_rated then previous_sos end,
              'tier_rank', tier_rank, 'is_rated', is_rated, 'orders', orders) order by seller_id) as sellers
     from ${COUNTED_SCORES} m where period = $1 and am_id is not null
     group by am_id`,
    [period],
  )

/** Makes these the KPIs of a period. */
async function replaceKpis(tx: Tx, period: string, kpis: (AmKpi & { am_id: number; rules: KpiRules })[]) {
  const rows = kpis.map(({ band, ...kpi }) => ({ ...kpi, band: band?.name, percent: band?.percent }))
  await tx.run`delete from am_kpis where period = ${period}`
  await tx.run`
    insert into am_kpis (
      am_id, period, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, computed_at)
    select am_id, ${period}, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, clock_timestamp()
    from jsonb_populate_recordset(null::am_kpis, ${JSON.stringify(rows)}::jsonb) order by am_id`
}
