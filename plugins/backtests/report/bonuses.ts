import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../../../src/platform/database/database.ts'
import { computeAmKpi, type KpiRules, type PortfolioSeller } from '../../../src/scoring/am-kpi.ts'
import type { Decimals } from '../../../src/scoring/currency.ts'
import { divide, HUNDRED, multiply, parse, toMoney } from '../../../src/scoring/rational.ts'
import type { Fixed } from './report-queries.ts'
import type { Report } from './report-schemas.ts'

type Bonus = Report['money']['am_bonus'][number]

/**
 * What both sides bring each account manager in each month: the percent of the band that the KPI reaches, of the base,
 * a decimal text. No percent where a KPI is not assessed. A month is read at a time. A KPI is of the whole portfolio,
 * so scores that no calculation reaches count on both sides as they are stored.
 */
export async function bonusesOf(
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
