import { setImmediate } from 'node:timers/promises'
import type { CheckedGuard, Report } from '../../../src/domain/config/backtest-report.ts'
import { factsDeletedOf } from '../../../src/domain/facts/retention-deletions.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import { BACKTESTS, endRun } from '../../../src/runs/run-tables.ts'
import { readForJob } from '../../../src/runs/seller-queries.ts'
import { computeAmKpi, type KpiRules, type PortfolioSeller } from '../../../src/scoring/am-kpi.ts'
import type { Decimals } from '../../../src/scoring/currency.ts'
import { changeRules } from '../../../src/scoring/draft-rules.ts'
import { divide, HUNDRED, multiply, parse, subtract, toMoney } from '../../../src/scoring/rational.ts'
import { psi } from '../../../src/statistics/psi.ts'
import { spearman } from '../../../src/statistics/ranking.ts'
import {
  binCounts,
  type Fixed,
  fixedOf,
  migrationOf,
  moversOf,
  rankSums,
  totalsOf,
} from './report-queries.ts'

/**
 * Sums up a backtest whose parts are all done, and completes it. It fails when retention has deleted facts of its
 * months meanwhile, for some of its scores may lack them, and when one of its months has lost all scores: of nothing
 * there is nothing to say, and every guard would hold. All is read in one snapshot without a lock, which may take long;
 * one statement ends it then, unless somebody has ended it meanwhile.
 */
export async function completeBacktest(db: Database, id: number, decimals: Decimals) {
  const outcome = await readForJob(db, (tx) => outcomeOf(tx, id, decimals))
  if (!outcome) return
  await db.transaction(async (tx) => {
    if ('error' in outcome) await endRun(tx, BACKTESTS, id, { status: 'failed', error: outcome.error })
    else
      await tx.run`
        update backtests set status = 'completed', finished_at = clock_timestamp(),
               report = ${JSON.stringify(outcome.report)}::jsonb
        where id = ${id} and status = 'running'`
  }, JOB_TRANSACTION)
}

/** What a running backtest has come to; undefined for one that has ended or is gone. */
async function outcomeOf(
  tx: Sql,
  id: number,
  decimals: Decimals,
): Promise<{ error: string } | { report: Report } | undefined> {
  const fixed = await fixedOf(tx, id)
  if (fixed?.status !== 'running') return undefined
  for (const period of fixed.periods) {
    const error = await factsDeletedOf(tx, period)
    if (error) return { error }
  }
  const empty = await tx.row<{ month: string }>`
    select month from unnest(${fixed.periods}::text[]) month
    where not exists (select from backtest_scores where backtest_id = ${id} and period = month) order by month limit 1`
  if (empty) return { error: `${empty.month} has no scores any more: choose months that have some` }
  return { report: await reportOf(tx, fixed, decimals) }
}

async function reportOf(tx: Sql, fixed: Fixed, decimals: Decimals): Promise<Report> {
  const { id, rules, changes } = fixed
  const { surcharges_before, surcharges_after, appeal, inactive, ...counts } = await totalsOf(tx, fixed)
  const [before, after] = [parse(surcharges_before), parse(surcharges_after)]
  const migration = await migrationOf(tx, id)
  const bins = await binCounts(tx, id)
  const ranks = await rankSums(tx, id)
  const correlation = spearman(ranks)
  const found = {
    ...counts,
    untouched: { appeal, inactive },
    psi: ranks.n === '0' ? null : sixDecimals(psi(bins.before, bins.after)),
    spearman: correlation === null ? null : sixDecimals(correlation),
    migration,
    distribution: distributionOf(migration),
    movers: await moversOf(tx, id),
    money: {
      surcharges: { before: toMoney(before, decimals), after: toMoney(after, decimals) },
      am_bonus: await bonusesOf(tx, fixed, changeRules(rules, changes), decimals),
    },
  }
  const increase = Number(toMoney(subtract(after, before), decimals))
  return { ...found, guards: await checkGuards(tx, fixed, found, increase) }
}

function distributionOf(migration: Report['migration']): Report['distribution'] {
  const counts: Report['distribution'] = Object.create(null) // a tier may have any name
  for (const { from, to, count } of migration) {
    counts[from] ??= { before: 0, after: 0 }
    counts[to] ??= { before: 0, after: 0 }
    counts[from].before += count
    counts[to].after += count
  }
  return counts
}

const sixDecimals = (value: number) => Math.round(value * 1e6) / 1e6

/** What is not known keeps to no guard. `increase` is of all surcharges together. */
async function checkGuards(
  db: Sql,
  { id, guards }: Fixed,
  { tier_drops, psi }: Pick<Report, 'tier_drops' | 'psi'>,
  increase: number,
): Promise<CheckedGuard[]> {
  return [
    ...atMost('max_tier_drops', guards.max_tier_drops, tier_drops),
    ...atMost('max_surcharge_increase', guards.max_surcharge_increase, increase),
    ...atMost('max_psi', guards.max_psi, psi),
    ...(await goldenTiers(db, id, guards.golden ?? [])),
  ]
}

const atMost = (guard: string, limit: number | null | undefined, value: number | null): CheckedGuard[] =>
  limit === null || limit === undefined ? [] : [{ guard, ok: value !== null && value <= limit, limit, value }]

/** The tiers after the change of the scores that must have a certain one; null for one that the backtest has not. */
const goldenTiers = (db: Sql, id: number, golden: Fixed['guards']['golden']) =>
  db.rows<CheckedGuard>`
    select 'golden' as guard, coalesce(b.after_tier = it ->> 'tier', false) as ok, it ->> 'tier' as "limit",
           b.after_tier as value, it ->> 'seller_code' as seller_code, it ->> 'period' as period
    from jsonb_array_elements(${JSON.stringify(golden)}::jsonb) with ordinality g(it, position)
      left join sellers s on s.seller_code = it ->> 'seller_code'
      left join backtest_scores b on b.seller_id = s.id and b.backtest_id = ${id} and b.period = it ->> 'period'
    order by g.position`

type Bonus = Report['money']['am_bonus'][number]

/** Decimal texts. A KPI is of the whole portfolio: scores that no calculation reaches count on both sides as stored. */
async function bonusesOf(
  tx: Sql,
  { id, periods, rules, bonus_base }: Fixed,
  changed: KpiRules,
  decimals: Decimals,
): Promise<Bonus[]> {
  const amountOf = (percent: number | null) =>
    toMoney(divide(multiply(parse(percent ?? 0), parse(bonus_base)), HUNDRED), decimals)
  const bonuses: Bonus[] = []
  for (const period of periods)
    for (const { am_id, before, after } of await portfoliosOf(tx, id, period)) {
      await setImmediate()
      const percent_before = percentOf(rules, before)
      const percent_after = percentOf(changed, after)
      bonuses.push({
        ...{ am_id, period, percent_before, percent_after },
        amount_before: amountOf(percent_before),
        amount_after: amountOf(percent_after),
      })
    }
  return bonuses
}

const percentOf = (rules: KpiRules, sellers: PortfolioSeller[]) =>
  computeAmKpi(rules, sellers).band?.percent ?? null

const portfoliosOf = (tx: Sql, id: number, period: string) =>
  tx.rows<{ am_id: number; before: PortfolioSeller[]; after: PortfolioSeller[] }>(
    `select am_id, ${portfolioOf('before')}, ${portfolioOf('after')}
     from backtest_scores where backtest_id = $1 and period = $2 and am_id is not null
     group by am_id order by am_id`,
    [id, period],
  )

const portfolioOf = (side: 'before' | 'after') => `
  jsonb_agg(jsonb_build_object(
    'total_sos', ${side}_total, 'previous_sos', ${side}_previous, 'tier_rank', ${side}_rank,
    'is_rated', ${side}_rated, 'orders', orders) order by seller_id) as ${side}`
