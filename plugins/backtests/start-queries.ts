import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { BacktestMonth } from './queries.ts'
import type { BacktestKind } from './schemas.ts'

/** Sellers of a batch: what is in memory at a time. */
const BATCH_SELLERS = 2_500

/** What the start of a backtest reads. */
export interface Queued {
  kind: BacktestKind
  from: string
  to: string
}

export const QUEUED = 'kind, from_period as "from", to_period as "to"'

/**
 * Moves a locked backtest to running, with batches of all sellers that have a score of the months that counts, a final
 * one for a drift. Answers how many. The late facts of a drift's months are counted before any fact is read: what comes
 * later is new.
 */
export async function startBacktest(
  tx: Sql,
  id: number,
  { kind, from, to }: Queued,
  months: BacktestMonth[],
): Promise<number> {
  const started = await tx.one<{ batches: number }>(
    `with seller as (
      select seller_id, (row_number() over (order by seller_id) - 1) / ${BATCH_SELLERS} as batch
      from (select distinct seller_id from ${COUNTED_SCORES} m
            where period between $4 and $5 and ($3 = 'draft' or status = 'final')) scored
    ), batch as (
      insert into backtest_batches (backtest_id, batch, seller_ids)
      select $1::int, batch, array_agg(seller_id order by seller_id) from seller group by batch
      returning batch
    ), started as (
      update backtests set
        status = 'running', started_at = clock_timestamp(), months = $2::jsonb,
        sellers = (select count(*) from seller),
        parts_total = (select count(distinct batch) from seller) * jsonb_array_length($2::jsonb),
        late = (select jsonb_object_agg(period, late) from (
                  select period, sum(late) as late from sync_feed_periods
                  where $3 = 'drift' and period between $4 and $5 group by period) counted)
      where id = $1
    )
    select count(*) as batches from batch`,
    [id, JSON.stringify(months), kind, from, to],
  )
  return started.batches
}
