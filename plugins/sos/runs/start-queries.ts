import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { KEPT_BATCH, type KeptSellers } from '../changes/kept-queries.ts'

/** Sellers of a batch: what is lost when a worker dies, and what two workers share. */
const BATCH_SELLERS = 2_500

/** The values that the start of a run fixes; `engine` is the name of the code that computes its scores. */
export interface Started {
  month: ScoredMonth
  rules: ScoringRules
  feeds: FeedsInUse
  engine: string
  snapshot: string
  transaction: number
  basis: string | null
  /** The sellers to score; null stands for all active ones. */
  sellers: number[] | null
  kept: KeptSellers
}

/** Moves a locked run to running, or straight to completed when there is no seller. Answers its number of batches. */
export async function startRun(
  tx: Sql,
  runId: number,
  { month, rules, feeds, engine, snapshot, transaction, basis, sellers, kept }: Started,
): Promise<number> {
  const run = await tx.one<{ batches_total: number }>`
    with seller as (
      select s.id, (row_number() over (order by s.id) - 1) / ${BATCH_SELLERS}::int as batch
      from sellers s
      where s.status = 'active' and (${sellers}::int[] is null or s.id = any(${sellers}::int[]))
    ), started as (
      update scoring_runs set
        status = case when exists (select from seller) then 'running' else 'completed' end,
        open_period = case when exists (select from seller) then open_period end,
        started_at = now(),
        finished_at = case when exists (select from seller) then null else clock_timestamp() end,
        month_start = ${month.month_start}::timestamptz,
        as_of = ${month.as_of}::timestamptz,
        as_of_date = ${month.as_of_date}::date,
        counting = ${month.counting ?? null}::text,
        feeds_in_use = ${JSON.stringify(feeds)}::jsonb,
        rules = ${JSON.stringify(rules)}::jsonb,
        engine = ${engine},
        snapshot = ${snapshot},
        reading = ${transaction},
        basis = ${basis},
        sellers_total = (select count(*) from seller) + ${kept.sellers.length + kept.final}::int,
        sellers_scored = ${kept.sellers.length},
        sellers_final = ${kept.final},
        rated = ${kept.counts.rated},
        unrated = ${kept.counts.unrated},
        unrated_reasons = ${JSON.stringify(kept.counts.unrated_reasons)}::jsonb,
        batches_total = (select count(distinct batch) from seller)
      where id = ${runId}
      returning id, batches_total
    ), batch as (
      insert into scoring_batches (run_id, batch, seller_ids, done_at)
      select started.id, seller.batch, array_agg(seller.id order by seller.id), null
      from started, seller group by started.id, seller.batch
      union all
      select id, ${KEPT_BATCH}::int, ${kept.sellers}::int[], now() from started where ${kept.sellers.length}::int > 0
    )
    select batches_total from started`
  return run.batches_total
}
