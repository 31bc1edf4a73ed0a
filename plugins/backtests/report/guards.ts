import type { Guards } from '../../../src/domain/config/config-draft.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { CheckedGuard } from './report-schemas.ts'

/** What a backtest came to, as guards look at it; `increase` is that of all surcharges together. */
interface Found {
  tier_drops: number
  /** null where no score is rated by both sides: nothing is known of how totals shift */
  psi: number | null
  increase: number
}

/** Whether what a backtest found keeps to the guards of its draft, in their order. What is not known does not. */
export async function checkGuards(
  db: Sql,
  id: number,
  guards: Guards,
  { tier_drops, psi, increase }: Found,
): Promise<CheckedGuard[]> {
  const limits = [
    atMost('max_tier_drops', guards.max_tier_drops, tier_drops),
    atMost('max_surcharge_increase', guards.max_surcharge_increase, increase),
    atMost('max_psi', guards.max_psi, psi),
  ]
  const golden = (guards.golden ?? []).length > 0 ? await goldenTiers(db, id, guards.golden) : []
  return [
    ...limits.flat(),
    ...golden.map(({ seller_code, period, limit, value }) => ({
      guard: 'golden',
      ok: value === limit,
      ...{ limit, value, seller_code, period },
    })),
  ]
}

const atMost = (guard: string, limit: number | null | undefined, value: number | null): CheckedGuard[] =>
  limit === null || limit === undefined ? [] : [{ guard, ok: value !== null && value <= limit, limit, value }]

/** The tiers after the change of the scores that must have a certain one; null for one that the backtest has not. */
const goldenTiers = (db: Sql, id: number, golden: Guards['golden']) =>
  db.rows<{ seller_code: string; period: string; limit: string; value: string | null }>(
    `select g.seller_code, g.period, g.tier as "limit", b.after_tier as value
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality g(seller_code, period, tier, position)
       left join sellers s on s.seller_code = g.seller_code
       left join backtest_scores b on b.seller_id = s.id and b.backtest_id = $1 and b.period = g.period
     order by g.position`,
    [
      id,
      golden.map(({ seller_code }) => seller_code),
      golden.map(({ period }) => period),
      golden.map(({ tier }) => tier),
    ],
  )
