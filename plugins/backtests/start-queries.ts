import type { Sql } from '../../src/platform/database/database.ts'
import type { BacktestKind, BacktestMonth } from './queries.ts'

/** Sellers of a batch: what is in memory at a time. */
const BATCH_SELLERS = 2_500

/** What the start of a backtest reads. */
export interface Queued {
  kind: BacktestKind
  from: string
  to: string
}

/** Locks a backtest that is queued, until the transaction ends; undefined when it is not queued any more. */
export const lockQueued = (tx: Sql, id: number) =>
  tx.row<Queued>`
    select kind, from_period as "from", to_period as "to" from backtests where id = ${id} and status = 'queued' for update`

/**
 * Moves a locked backtest to running, with batches of all sellers that have a score of the months, a final one for a
 * drift. Answers how many. The late facts of a drift's months are counted before any fact is read: what comes later is
 * new.
 */
export async function startBacktest(
  tx: Sql,
  id: number,
  { kind, from, to }: Queued,
  months: BacktestMonth[],
): Promise<number> {
  const started = await tx.one<{ batches: number }>`
    with seller as (
      select seller_id, (row_number() over (order by seller_id) - 1) / ${BATCH_SELLERS}::int as batch
      from (select distinct seller_id from monthly_scores
            where period between ${from} and ${to} and (${kind} = 'draft' or status = 'final')) scored
    ), batch as (
      insert into backtest_batches (backtest_id, batch, seller_ids)
      select ${id}::int, batch, array_agg(seller_id order by seller_id) from seller group by batch
      returning batch
    ), started as (
      update backtests set
        status = 'running', started_at = clock_timestamp(), months = ${JSON.stringify(months)}::jsonb,
        sellers = (select count(*) from seller),
        parts_total = (select count(distinct batch) from seller) * ${months.length}::int,
        late = (select jsonb_object_agg(period, late) from (
                  select period, sum(late) as late from sync_feed_periods
                  where ${kind} = 'drift' and period between ${from} and ${to} group by period) counted)
      where id = ${id}
    )
    select count(*) as batches from batch`
  return started.batches
}
