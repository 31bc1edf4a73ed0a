import { isBeforeContract, touches } from '../domain/scores/counted-scores.ts'
import { previousScores } from '../domain/scores/renew-trends.ts'
import { elapsedDays, type ScoredMonth } from '../feeds/scored-month.ts'
import type { Sql } from '../platform/database/database.ts'
import type { ScoreException } from '../scoring/adjustments.ts'
import type { Aggregates } from '../scoring/aggregates.ts'
import type { ScoreInput } from '../scoring/score-input.ts'
import type { FeedsInUse } from '../scoring/scored-feeds.ts'

interface SellerState {
  seller_id: number
  am_id: number | null
  warehouse_id: number | null
  /** whether the month ends before its contract begins */
  before_contract: boolean
}

/** The values of a month that are read before its sellers. */
interface Known {
  /** the sums of its facts, by seller */
  facts: Map<number, Aggregates>
  feeds_in_use: FeedsInUse
  /** The month that the previous score is before: the scored one, unless given. */
  before?: string
}

/**
 * What the scores of a set of sellers are made of, active or not, in the order of their ids; one that is gone is left
 * out. The caller's transaction makes it of one instant (readAtOneInstant).
 */
export async function readScoreInputs(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { facts, feeds_in_use, before = month.period }: Known,
): Promise<(SellerState & { input: ScoreInput })[]> {
  const exceptions = await exceptionsOf(tx, sellers, month.period)
  const previous = await previousScores(tx, sellers, before)
  const rows = await sellersOf(tx, sellers, month)
  return rows.map(({ seller_id, am_id, warehouse_id, before_contract, ...seller }) => ({
    ...{ seller_id, am_id, warehouse_id, before_contract },
    input: {
      seller,
      period: month.period,
      aggregates: facts.get(seller_id) ?? {},
      feeds_in_use,
      elapsed_days: elapsedDays(month),
      exceptions: exceptions.get(seller_id) ?? [],
      previous: previous.get(seller_id) ?? null,
    },
  }))
}

/**
 * The sellers as they are now, but with the account manager who looked after them at as_of, so that a past month
 * still counts for the one of that month. For a seller that was entered later it is the first one it had.
 */
const sellersOf = (db: Sql, sellers: number[], { period, as_of, time_zone }: ScoredMonth) =>
  db.rows<ScoreInput['seller'] & SellerState>(
    `select s.id as seller_id, s.seller_code, s.contract_type, s.contract_start_date,
            (s.created_at at time zone $2)::date as created_on, a.am_id, s.primary_warehouse_id as warehouse_id,
            ${isBeforeContract('$4')} as before_contract
     from sellers s left join lateral (
       select am_id from seller_assignments
       where seller_id = s.id
       order by assigned_at >= $3, abs(extract(epoch from assigned_at - $3)) limit 1) a on true
     where s.id = any($1::int[]) order by s.id`,
    [sellers, time_zone, as_of, period],
  )

/** The active exceptions of each seller whose dates touch the month. */
async function exceptionsOf(db: Sql, sellers: number[], period: string) {
  const rows = await db.rows<ScoreException & { seller_id: number }>(
    `select seller_id, id, exception_type, score_component_affected, adjustment_rule, reason, effective_from, effective_to
     from score_exceptions
     where seller_id = any($1::int[]) and ${touches('$2')}
     order by seller_id, id`,
    [sellers, period],
  )
  return Map.groupBy(rows, ({ seller_id }) => seller_id)
}
