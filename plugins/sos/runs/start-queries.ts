import type { Sql } from '../../../src/platform/database/database.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import { firstDay } from '../../../src/scoring/month.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { Kept } from '../changes/kept-queries.ts'
import type { ScoredMonth } from '../metrics/scored-month.ts'

/**
 * Sellers of a batch. Facts lie in the order in which they came, not by seller, so every batch reads most pages of
 * the month again: few large batches cost less than many small ones, and two at a time keep both sides busy.
 */
const BATCH_SELLERS = 2_500

/** A period's month up to now, or up to its end when that is past. */
export async function monthUntilNow(db: Sql, period: string, time_zone: string): Promise<ScoredMonth> {
  const month = await db.one<Omit<ScoredMonth, 'period' | 'time_zone'>>(
    `select first_day::timestamp at time zone $2 as month_start,
            least(next_first_day::timestamp at time zone $2, date_trunc('milliseconds', now())) as as_of,
            least(next_first_day - 1, (now() at time zone $2)::date) as as_of_date
     from (select $1::date as first_day, ($1::date + interval '1 month')::date as next_first_day) given`,
    [firstDay(period), time_zone],
  )
  return { ...month, period, time_zone }
}

/** What the start of a run fixes. */
export interface Started {
  month: ScoredMonth
  rules: ScoringRules
  feeds: FeedsInUse
  snapshot: string
  basis: string | null
  /** The sellers to score; all of the run where it does not say. */
  again?: number[] | null
  /** Those who keep the score that they have. */
  kept?: Kept
}

const NONE_KEPT: Kept = { sellers: [], final: 0, counts: { rated: 0, unrated: 0, unrated_reasons: [] } }

/** The batch of those who keep their scores; it is done from the start and not counted. */
export const KEPT_BATCH = -1

/**
 * Moves a queued run to running, or straight to completed when there is no seller. Answers its number of batches;
 * undefined when the run was not queued.
 */
export async function startRun(
  tx: Sql,
  runId: number,
  { month, rules, feeds, snapshot, basis, again, kept = NONE_KEPT }: Started,
): Promise<number | undefined> {
  const run = await tx.row<{ batches_total: number }>`
    with seller as (
      select s.id, (row_number() over (order by s.id) - 1) / ${BATCH_SELLERS}::int as batch
      from scoring_runs r, sellers s
      where r.id = ${runId} and s.status = 'active' and (r.seller_ids = '{}' or s.id = any(r.seller_ids))
        and (${again ?? null}::int[] is null or s.id = any(${again ?? null}::int[]))
    ), started as (
      update scoring_runs set
        status = case when exists (select from seller) then 'running' else 'completed' end,
        open_period = case when exists (select from seller) then open_period end,
        started_at = now(),
        finished_at = case when exists (select from seller) then null else clock_timestamp() end,
        month_start = ${month.month_start}::timestamptz,
        as_of = ${month.as_of}::timestamptz,
        as_of_date = ${month.as_of_date}::date,
        feeds_in_use = ${JSON.stringify(feeds)}::jsonb,
        rules = ${JSON.stringify(rules)}::jsonb,
        snapshot = ${snapshot},
        basis = ${basis},
        sellers_total = (select count(*) from seller) + ${kept.sellers.length + kept.final}::int,
        sellers_scored = ${kept.sellers.length},
        sellers_final = ${kept.final},
        rated = ${kept.counts.rated},
        unrated = ${kept.counts.unrated},
        unrated_reasons = ${JSON.stringify(kept.counts.unrated_reasons)}::jsonb,
        batches_total = (select count(distinct batch) from seller)
      where id = ${runId} and status = 'queued'
      returning id, batches_total
    ), batch as (
      insert into scoring_batches (run_id, batch, seller_ids)
      select started.id, seller.batch, array_agg(seller.id order by seller.id)
      from started, seller group by started.id, seller.batch
      union all
      select id, ${KEPT_BATCH}::int, ${kept.sellers}::int[] from started where ${kept.sellers.length} > 0
    )
    select batches_total from started`
  return run?.batches_total
}
