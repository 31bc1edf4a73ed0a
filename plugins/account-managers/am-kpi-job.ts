import { isDeepStrictEqual } from 'node:util'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { afterScoreChanges, amKpi, followAssignments } from '../../src/domain/scores/score-changes.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { auditAll } from '../../src/platform/http/requests/change.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { type AmKpi, computeAmKpi, type KpiRules, type PortfolioSeller } from '../../src/scoring/am-kpi.ts'

/**
 * Computes the KPI of every account manager with scores in a period anew, by the records of that period. One whose
 * scores were all final once keeps its records, whatever scores come to it: it changes with its scores alone. All of
 * them are replaced together, from scores and records read behind the period's lock: a second run at the same time
 * waits for the first and writes the same again, or what is newer. What the job was sent for is committed before it
 * looks for scores that count for somebody else by now; it locks none of them while it has the period's lock, for which
 * those wait who hold some.
 */
export const computeKpis = defineJob({
  ...amKpi,
  async handler(app, { period }) {
    await app.db.transaction((tx) => afterScoreChanges(tx, period), JOB_TRANSACTION)
    await app.db.transaction((tx) => followAssignments(app, tx, period), JOB_TRANSACTION)
    await app.db.transaction(async (tx) => {
      await afterScoreChanges(tx, period)
      const rules = await rulesOf(tx, ['am-kpi-weight', 'am-bonus-penalty'], period)
      const portfolios = await portfoliosOf(tx, period)
      await replaceKpis(
        tx,
        period,
        portfolios.map(({ am_id, is_final, kept, sellers }) => {
          const by = kept ?? rules
          return { am_id, is_final: is_final || kept !== null, rules: by, ...computeAmKpi(by, sellers) }
        }),
      )
    }, JOB_TRANSACTION)
  },
})

type Portfolio = { am_id: number; is_final: boolean; kept: KpiRules | null; sellers: PortfolioSeller[] }

/** An earlier total that was not rated is no previous one: a change from it would measure the data, not the seller. */
const portfoliosOf = (tx: Tx, period: string) =>
  tx.rows<Portfolio>(
    `select am_id, bool_and(status = 'final') as is_final,
            (select rules from am_kpis k where k.am_id = m.am_id and k.period = $1 and k.is_final) as kept,
            jsonb_agg(jsonb_build_object(
              'total_sos', total_sos, 'previous_sos', case when previous_rated then previous_sos end,
              'tier_rank', tier_rank, 'is_rated', is_rated, 'orders', orders) order by seller_id) as sellers
     from ${COUNTED_SCORES} m where period = $1 and am_id is not null
     group by am_id`,
    [period],
  )

type NewKpi = AmKpi & Pick<Portfolio, 'am_id' | 'is_final'> & { rules: KpiRules }

/** Makes these the KPIs of a period. The audit log keeps what a final one was. */
async function replaceKpis(tx: Tx, period: string, kpis: NewKpi[]) {
  const rows = kpis.map(({ band, ...kpi }) => ({
    ...kpi,
    band: band?.name ?? null,
    percent: band?.percent ?? null,
  }))
  const replaced = await tx.rows<Omit<(typeof rows)[number], 'rules'>>`
    delete from am_kpis where period = ${period} returning am_id, is_final, kpi, band, percent`
  await tx.run`
    insert into am_kpis (
      am_id, period, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, is_final, computed_at)
    select am_id, ${period}, kpi, assessed, sellers, rated_sellers, band, percent, parts, rules, is_final,
           clock_timestamp()
    from jsonb_populate_recordset(null::am_kpis, ${JSON.stringify(rows)}::jsonb) order by am_id`
  const shown = (kpi: (typeof replaced)[number] | undefined) =>
    kpi && { period, kpi: kpi.kpi, band: kpi.band, percent: kpi.percent }
  const changes = replaced
    .filter(({ is_final }) => is_final)
    .map((one) => ({
      action: 'account_manager.kpi_changed' as const,
      entity_id: one.am_id,
      before: shown(one),
      after: shown(rows.find(({ am_id }) => am_id === one.am_id)),
    }))
  await auditAll(
    tx,
    null,
    changes.filter(({ before, after }) => !isDeepStrictEqual(before, after)),
  )
}
