import type { Sql } from '../../src/platform/database/database.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { CorrectionMonth } from './queries.ts'

/** Sellers of a batch: what is computed, and later written, in one transaction. */
const BATCH_SELLERS = 1_000

/** What the start of a correction reads. */
export interface Queued {
  period: string
  seller_ids: number[] | null
}

export const QUEUED = 'period, seller_ids'

/**
 * The instants that the final scores of a month are as of, as their runs had them: one, unless it was scored in
 * between.
 */
export const instantsOf = (tx: Sql, period: string, sellers: number[] | null) =>
  tx.rows<Omit<CorrectionMonth, 'feeds'>>`
    select distinct r.month_start, r.as_of, r.as_of_date, r.counting
    from monthly_scores m join scoring_runs r on r.id = m.run_id
    where m.period = ${period} and m.status = 'final' and (${sellers}::int[] is null or m.seller_id = any(${sellers}::int[]))
      and r.as_of is not null and r.month_start is not null and r.as_of_date is not null
    order by r.as_of`

/** What the start of a correction fixes. */
export interface Started {
  period: string
  seller_ids: number[] | null
  rules: ScoringRules
  rules_sha256: string
  engine: string
  late: number
  months: CorrectionMonth[]
}

/**
 * Moves a locked correction to computing, with batches of sellers whose scores are as of one instant. Answers how many.
 */
export async function startCorrection(tx: Sql, id: number, started: Started): Promise<number> {
  const { period, seller_ids, rules, rules_sha256, engine, late, months } = started
  const { batches } = await tx.one<{ batches: number }>`
    with seller as (
      select m.seller_id, month.n - 1 as month,
             (row_number() over (partition by month.n order by m.seller_id) - 1) / ${BATCH_SELLERS}::int as part
      from monthly_scores m join scoring_runs r on r.id = m.run_id
        join jsonb_array_elements(${JSON.stringify(months)}::jsonb) with ordinality month(it, n)
          on (it ->> 'as_of')::timestamptz = r.as_of and (it ->> 'as_of_date')::date = r.as_of_date
             and (it ->> 'month_start')::timestamptz = r.month_start and it ->> 'counting' is not distinct from r.counting
      where m.period = ${period} and m.status = 'final'
        and (${seller_ids}::int[] is null or m.seller_id = any(${seller_ids}::int[]))
    ), batch as (
      insert into correction_batches (correction_id, batch, month, seller_ids)
      select ${id}::int, row_number() over (order by month, part) - 1, month, array_agg(seller_id order by seller_id)
      from seller group by month, part
      returning batch
    ), started as (
      update corrections set
        status = 'computing', rules = ${JSON.stringify(rules)}::jsonb, rules_sha256 = ${rules_sha256}, engine = ${engine},
        late = ${late}::bigint, months = ${JSON.stringify(months)}::jsonb,
        sellers = (select count(*) from seller),
        batches_total = (select count(*) from (select distinct month, part from seller) b)
      where id = ${id}
    )
    select count(*) as batches from batch`
  return batches
}
