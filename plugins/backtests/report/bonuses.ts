import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../../../src/platform/database/database.ts'
import { computeAmKpi, type KpiRules, type PortfolioSeller } from '../../../src/scoring/am-kpi.ts'
import type { Decimals } from '../../../src/scoring/currency.ts'
import { divide, HUNDRED, multiply, parse, toMoney } from '../../../src/scoring/rational.ts'
import type { Report } from './report-schemas.ts'

type Bonus = Report['money']['am_bonus'][number]

/**
 * What both sides bring each account manager in each month: the percent of the band that the KPI reaches, of the base,
 * a decimal text. No percent where a KPI is not assessed. A month is read at a time. A KPI is of the whole portfolio,
 * so scores that no calculation reaches count on both sides as they are stored.
 */
export async function bonusesOf(
  tx: Sql,
  asked: {
    id: number
    periods: string[]
    before: KpiRules
    after: KpiRules
    bonus_base: string
    decimals: Decimals
  },
): Promise<Bonus[]> {
  const bonuses: Bonus[] = []
  for (const period of asked.periods)
    for (const { am_id, before, after } of await portfoliosOf(tx, asked.id, period)) {
      await setImmediate()
      const percent_before = percentOf(asked.before, before)
      const percent_after = percentOf(asked.after, after)
      bonuses.push({
        ...{ am_id, period, percent_before, percent_after },
        amount_before: amountOf(percent_before, asked),
        amount_after: amountOf(percent_after, asked),
      })
    }
  return bonuses
}

const percentOf = (rules: KpiRules, sellers: PortfolioSeller[]) =>
  computeAmKpi(rules, sellers).band?.percent ?? null

const amountOf = (
  percent: number | null,
  { bonus_base, decimals }: { bonus_base: string; decimals: Decimals },
) => toMoney(divide(multiply(parse(percent ?? 0), parse(bonus_base)), HUNDRED), decimals)

const portfoliosOf = (tx: Sql, id: number, period: string) =>
  tx.rows<{ am_id: number; before: PortfolioSeller[]; after: PortfolioSeller[] }>`
    select am_id,
           jsonb_agg(jsonb_build_object(
             'total_sos', before_total, 'previous_sos', before_previous, 'tier_rank', before_rank,
             'is_rated', before_rated, 'orders', orders) order by seller_id) as before,
           jsonb_agg(jsonb_build_object(
             'total_sos', after_total, 'previous_sos', after_previous, 'tier_rank', after_rank,
             'is_rated', after_rated, 'orders', orders) order by seller_id) as after
    from backtest_scores where backtest_id = ${id} and period = ${period} and am_id is not null
    group by am_id order by am_id`
