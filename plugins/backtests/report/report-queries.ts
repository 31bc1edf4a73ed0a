import type { Mover, Report } from '../../../src/domain/config/backtest-report.ts'
import type { Guards } from '../../../src/domain/config/config-draft.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { changeRules, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import type { RankSums } from '../../../src/statistics/ranking.ts'

/** What a backtest has fixed when it was asked for and when it started: what its scores and its report are made of. */
export interface Fixed {
  id: number
  status: string
  rules: RuleSet
  changes: RuleChange[]
  guards: Guards
  bonus_base: string
  /** its months; none before it has started */
  periods: string[]
}

export const fixedOf = (db: Sql, id: number) =>
  db.row<Fixed>`
    select id, status, rules, changes, guards, bonus_base::text as bonus_base,
           array(select month ->> 'period' from jsonb_array_elements(months) month) as periods
    from backtests where id = ${id}`

/** Below every min_score. */
const UNRATED = -1

/**
 * How high each tier of both sides stands, in one order: by its min_score after the change where a tier of that name
 * exists there, by that before the change elsewhere; the tier of the unrated stands below all. A score drops where its
 * tier after stands below its tier before, and tiers that stand equally high are one tier with two names. Ranks say
 * nothing of it: those of two sets can't be compared, and any set may have any. Names and heights go position by position.
 */
export function standingsOf({ rules, changes }: Pick<Fixed, 'rules' | 'changes'>) {
  const after = new Map(changeRules(rules, changes).tiers.map((tier) => [identityOf('tiers', tier), tier]))
  const heights = new Map<string, number>()
  for (const tier of [...rules.tiers, ...after.values()])
    heights.set(tier.name, (after.get(identityOf('tiers', tier)) ?? tier).min_score ?? UNRATED)
  return { names: [...heights.keys()], heights: [...heights.values()] }
}

/**
 * SQL that joins `moved` to scores `b` of a backtest: 1 for one that rises, -1 for one that drops, 0 for one that does
 * neither. `names` and `heights` are the parameters that hold the standings.
 */
export const joinMoved = (names: string, heights: string) => `
  left join unnest(${names}::text[], ${heights}::numeric[]) tier_before(name, height) on tier_before.name = b.before_tier
  left join unnest(${names}::text[], ${heights}::numeric[]) tier_after(name, height) on tier_after.name = b.after_tier
  cross join lateral (
    select sign(coalesce(tier_after.height - tier_before.height, b.after_rank - b.before_rank)) as moved) direction`

/** Surcharges are decimal text. Scores that no calculation reaches are counted by why, and in no other figure. */
export function totalsOf(db: Sql, fixed: Fixed) {
  const { names, heights } = standingsOf(fixed)
  return db.one<
    Pick<Report, 'scores' | 'stored_differs' | 'tier_drops' | 'tier_rises'> &
      NonNullable<Report['untouched']> &
      Record<'surcharges_before' | 'surcharges_after', string>
  >(
    `select count(*) filter (where touched) as scores,
            count(*) filter (where touched and stored_differs) as stored_differs,
            count(*) filter (where touched and moved < 0) as tier_drops,
            count(*) filter (where touched and moved > 0) as tier_rises,
            coalesce(sum(before_surcharges) filter (where touched), 0)::text as surcharges_before,
            coalesce(sum(after_surcharges) filter (where touched), 0)::text as surcharges_after,
            count(*) filter (where untouched = 'appeal') as appeal,
            count(*) filter (where untouched = 'inactive') as inactive
     from backtest_scores b ${joinMoved('$2', '$3')}, lateral (select untouched is null as touched) t
     where backtest_id = $1`,
    [fixed.id, names, heights],
  )
}

/** How many scores of each tier came into which, those that stayed included; the highest tiers first. */
export const migrationOf = (db: Sql, id: number) =>
  db.rows<Report['migration'][number]>`
    select before_tier as "from", after_tier as "to", count(*) as count
    from backtest_scores where backtest_id = ${id} and untouched is null
    group by 1, 2 order by max(before_rank) desc, 1, max(after_rank) desc, 2`

/**
 * How many scores of each side are in each bin: ten of totals, whose edges are the deciles of the totals before, and
 * one of the unrated, so that ratings that are lost or won show. All scores count, each in one bin of either side. Bins
 * that neither side has scores in are left out.
 */
export const binCounts = (db: Sql, id: number) =>
  db.one<{ before: number[]; after: number[] }>(
    `with scored as materialized (
       select case when before_rated then before_total end as before, case when after_rated then after_total end as after
       from backtest_scores where backtest_id = $1 and untouched is null
     ), deciles as (
       select percentile_disc(array[.1, .2, .3, .4, .5, .6, .7, .8, .9]) within group (order by before) as edges
       from scored
     ), counted as (
       select bin, count(*) filter (where side = 'before') as before, count(*) filter (where side = 'after') as after
       from scored, deciles, lateral (
         values ('before', width_bucket(before, edges)), ('after', width_bucket(after, edges))) binned(side, bin)
       group by bin
     )
     select array_agg(before::int order by bin) as before, array_agg(after::int order by bin) as after from counted`,
    [id],
  )

/** The sums that the rank correlation of both totals is made of, over the scores that both sides rate. */
export const rankSums = (db: Sql, id: number) =>
  db.one<RankSums>(
    `with ranked as (
       select 2 * rank() over (order by before_total) + count(*) over (partition by before_total) - 1 as x,
              2 * rank() over (order by after_total) + count(*) over (partition by after_total) - 1 as y
       from backtest_scores where backtest_id = $1 and untouched is null and before_rated and after_rated
     )
     select count(*)::text as n, coalesce(sum(x), 0)::text as x, coalesce(sum(y), 0)::text as y,
            coalesce(sum(x * x), 0)::text as xx, coalesce(sum(y * y), 0)::text as yy, coalesce(sum(x * y), 0)::text as xy
     from ranked`,
    [id],
  )

/** The scores that rise and fall the most, 20 of each, among those that both sides rate. */
export const moversOf = async (db: Sql, id: number) => ({
  up: await mostMoved(db, id, 1),
  down: await mostMoved(db, id, -1),
})

const mostMoved = (db: Sql, id: number, sign: 1 | -1) =>
  db.rows<Mover>`
    select s.seller_code, moved.*
    from (
      select seller_id, period, before_tier as tier_before, after_tier as tier_after, before_total as total_before,
             after_total as total_after, after_total - before_total as delta
      from backtest_scores
      where backtest_id = ${id} and untouched is null and before_rated and after_rated) moved
      join sellers s on s.id = seller_id
    where sign(delta) = ${sign}
    order by abs(delta) desc, seller_code, period limit 20`
