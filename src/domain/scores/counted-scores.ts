import { type Static, Type } from '@sinclair/typebox'
import type { Sql } from '../../platform/database/database.ts'
import { count, Nullable } from '../../platform/schemas/schemas.ts'
import { COMPONENTS } from '../../scoring/components.ts'
import { shiftPeriod } from '../business-time.ts'
import { SCORE_STATUSES } from './score-record.ts'
import { MetricName } from './score-schemas.ts'

/** SQL: whether a month, YYYY-MM, ends before the contract of seller `s` begins; none does where no date is known. */
export const isBeforeContract = (period: string) =>
  `coalesce(s.contract_start_date >= to_date(${period}, 'YYYY-MM') + interval '1 month', false)`

/** SQL: whether an exception is active and its dates touch a month, YYYY-MM. */
export const touches = (period: string) => `
  is_active = 1 and effective_from < to_date(${period}, 'YYYY-MM') + interval '1 month'
  and coalesce(effective_to >= to_date(${period}, 'YYYY-MM'), true)`

/** SQL: the monthly_scores that counts and means are of. Those of months before their seller's contract are in none. */
export const COUNTED_SCORES = '(select * from monthly_scores where not before_contract)'

/** SQL: whether an appeal has decided monthly score `m`. A correction revises scores, too. */
export const APPEAL_DECIDED = `(m.revision > 1 and exists (
  select from score_revisions r
  where r.seller_id = m.seller_id and r.period = m.period and r.appeal_id is not null))`

/** SQL: the states of the scores of a month that count, a row each, which are read from indexes alone. */
export const countedStates = (period: string) => `
  (select status from monthly_scores where period = ${period}
   except all
   select status from monthly_scores where period = ${period} and before_contract)`

/** SQL: the means of the components of some monthly_scores, of those with data of their own; two decimals. */
export const COMPONENT_MEANS = `
  jsonb_build_object(${COMPONENTS.map(
    (name) => `'${name}', round(avg(${name}_raw) filter (where not '${name}' = any(imputed)), 2)`,
  )})`

/** SQL: the mean total of the rated ones; two decimals. */
export const MEAN_TOTAL = 'round(avg(total_sos) filter (where is_rated), 2)'

/** SQL: the quartiles of their totals, an array of three. */
export const TOTAL_QUARTILES =
  'percentile_cont(array[0.25, 0.5, 0.75]) within group (order by total_sos) filter (where is_rated)'

/** SQL: how many of some scores are in each state. */
export const STATUS_COUNTS = `
  jsonb_build_object(${SCORE_STATUSES.map((one) => `'${one}', count(*) filter (where status = '${one}')`)})`

/** How many scores that count are in each state; draft and under_review together are what is not final. */
export const StatusCounts = Type.Object({
  draft: count('Scores to be reviewed', 120),
  under_review: count('Scores that are reviewed and not final', 40),
  final: count('Final scores', 38),
})

/** The month that is shown where none is asked for: the running one, or the one before it while less than half of its scores are rated. */
export async function shownPeriod(db: Sql, running: string): Promise<string> {
  const found = await db.row<{ period: string }>(
    `select period from ${COUNTED_SCORES} m where period = any($1)
     group by period having count(*) filter (where is_rated) * 2 >= count(*) order by period desc limit 1`,
    [[running, shiftPeriod(running, -1)]],
    'shown-period',
  )
  return found?.period ?? running
}

/** How many scores are rated and why the others are not, for every answer that counts scores. */
export const RatedCounts = {
  rated: count('Sellers whose score is rated', 190),
  unrated: count('Sellers with too little data to be rated', 8),
  unrated_reasons: Type.Array(
    Type.Object({
      reason: Type.String({ examples: ['on_time_ready_rate asks for 30 orders that were due to be ready'] }),
      metric: Nullable(MetricName(), {
        description: 'The metric that lacks data; null where it is none',
        examples: ['on_time_ready_rate'],
      }),
      sellers: count('Sellers that are unrated for this reason first of all', 8),
    }),
    { description: 'Why sellers are unrated, the most frequent reason first: one for each seller' },
  ),
}
const Counts = Type.Object(RatedCounts)
export type RatedCounts = Static<typeof Counts>

/** SQL: `unrated_reasons`, of rows of reason, metric and sellers. */
export const UNRATED_REASONS = `
  coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                     order by sellers desc, reason), '[]')`

/** SQL: the columns of RatedCounts, of the scores in `counted`. Those before a contract are in no count. */
export const RATED_COUNTS = `
  (select count(*) from counted where is_rated) as rated,
  (select count(*) from counted where not is_rated) as unrated,
  (select ${UNRATED_REASONS}
   from (select unrated_reason as reason, unrated_metric as metric, count(*) as sellers
         from counted where unrated_reason is not null group by 1, 2) why) as unrated_reasons`

/** A warning, as answers carry it, when most scores are unrated; else nothing. */
export function warnOfUnrated({ rated, unrated, unrated_reasons: [most] }: RatedCounts) {
  if (unrated <= rated) return {}
  const why = most ? `; the most frequent reason: ${most.reason} (${most.sellers} of them)` : ''
  return { warnings: [`${unrated} of ${rated + unrated} sellers are unrated${why}.`] }
}
