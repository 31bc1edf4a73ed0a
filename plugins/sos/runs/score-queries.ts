import type { Explained } from '../../../src/domain/scores/keep-explanations.ts'
import { SCORE_COLUMNS, scoreColumns } from '../../../src/domain/scores/score-row.ts'
import type { Unnamed } from '../../../src/feeds/faults.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { SellerScore } from '../../../src/scoring/score.ts'
import type { Calculation } from './calculate.ts'
import { KEPT_BATCH } from './unchanged-sellers.ts'

/** A score, what the seller was when it was computed, and what those need who compare scores. */
export interface ScoredSeller {
  seller_id: number
  am_id: number | null
  warehouse_id: number | null
  /** Orders of the month. */
  orders: number
  /** Only rated scores are compared with; null without one. */
  previous_rated: true | null
  before_contract: boolean
  /** What is kept beside the explanation. */
  unnamed: Unnamed | null
  score: SellerScore
}

type StoredScore = Explained & { status: 'draft' | 'under_review' }

/**
 * Writes the scores of a set of sellers and what they are made of in one statement, and answers whose. A score
 * that is final or that an appeal has revised, or becomes so while the statement waits for its row, is left as it is,
 * and so are its inputs: the condition is checked on the row as it is once locked. A score under review stays
 * under review; whoever writes it keeps its explanation, too. Rows are taken in the order of sellers, as everybody does
 * who locks many scores. A row that is there gives its own id, so that ids don't run out. The inputs come as one text
 * with a line for each, because they weigh most: JSON inside JSON would be read three times.
 */
export const storeScores = (
  tx: Sql,
  run: { id: number; period: string; started_at: string },
  scores: ScoredSeller[],
) =>
  tx.rows<StoredScore>(
    `with scored as (
      select seller_id, ${OF_SELLER}, ${SCORE_COLUMNS}, string_to_table as inputs
      from rows from (
        json_populate_recordset(null::monthly_scores, $1::json), string_to_table($2, chr(10))
      ) as s
    ), stored as (
      insert into monthly_scores (
        id, seller_id, code, period, run_id, calculated_at, ${OF_SELLER}, ${SCORE_COLUMNS})
      select coalesce((select id from monthly_scores m where m.seller_id = scored.seller_id and m.period = $3),
                      nextval('monthly_scores_id_seq')),
             seller_id, coalesce((select seller_code from sellers where id = seller_id), ''), $3, $4::int,
             $5::timestamptz, ${OF_SELLER}, ${SCORE_COLUMNS}
      from scored order by seller_id
      on conflict (seller_id, period) do update set
        (run_id, calculated_at, ${OF_SELLER}, ${SCORE_COLUMNS}) = (
          select run_id, calculated_at, ${OF_SELLER}, ${SCORE_COLUMNS} from (select excluded.*) computed)
      where monthly_scores.status <> 'final' and monthly_scores.revision = 1
      returning seller_id, period, revision, status
    ), explained as (
      insert into score_explanations (seller_id, period, revision, run_id, inputs, unnamed)
      select seller_id, period, revision, $4::int, inputs, $6::jsonb -> seller_id::text
      from stored join scored using (seller_id) order by seller_id
      on conflict (seller_id, period, revision) do update set
        run_id = excluded.run_id, inputs = excluded.inputs, explanation = null, unnamed = excluded.unnamed
    )
    select seller_id, period, revision, status from stored`,
    [
      JSON.stringify(scores.map(toRow)),
      scores.map(({ score }) => score.inputs).join('\n'),
      run.period,
      run.id,
      run.started_at,
      JSON.stringify(unnamedOf(scores)),
    ],
  )

/** Columns of the seller's state at the time of its score. */
const OF_SELLER = 'am_id, warehouse_id, orders, previous_rated, before_contract'

const unnamedOf = (scores: ScoredSeller[]) =>
  Object.fromEntries(scores.flatMap(({ seller_id, unnamed }) => (unnamed ? [[seller_id, unnamed]] : [])))

const toRow = ({ score, unnamed: _, ...seller }: ScoredSeller) => ({ ...seller, ...scoreColumns(score) })

/**
 * The scores of the sellers that a run scored, in the order of their codes. A newer run of the period may have
 * scored them again since, so they are found by the run's batches: whoever waited for this run still gets an
 * answer for each of its sellers.
 */
export const resultsOfRun = (db: Sql, run: { id: number; period: string }) =>
  db.rows<Calculation['results'][number]>(
    `select s.seller_code as seller_id, s.seller_code, m.total_sos, m.is_rated, m.tier_name as tier,
            m.is_grace_period as grace, m.before_contract
     from (select batch, unnest(seller_ids) as seller_id from scoring_batches where run_id = $1) b
     join monthly_scores m on m.seller_id = b.seller_id and m.period = $2 and (m.run_id >= $1 or b.batch = ${KEPT_BATCH})
     join sellers s on s.id = m.seller_id
     order by s.seller_code`,
    [run.id, run.period],
  )
