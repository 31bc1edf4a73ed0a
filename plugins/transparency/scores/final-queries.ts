import type { Sql } from '../../../src/platform/database/database.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import { type Columns, columnsOf, keptColumnsOf } from './columns.ts'

/** A revision of a score. */
export interface RevisionKey {
  seller_id: number
  period: string
  revision: number
}

// Who changes the JSON of an earlier revision by hand may write anything: what can't be read is null, and fails no
// statement that reads the others.
const KEPT_TOTAL = `case when jsonb_typeof(r.score->'total_sos') = 'number' then (r.score->>'total_sos')::numeric end`
const INSTANT = String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?[+-]\d\d(:\d\d)?$`
const KEPT_INSTANT = `case when r.score->>'finalized_at' ~ '${INSTANT}' then (r.score->>'finalized_at')::timestamptz end`

/** A final revision with all that its statement is made of; null where the service has it no more. */
export interface FinalScore extends RevisionKey {
  /** The seller's code today. */
  seller_code: string
  total_sos: number
  tier_name: string
  finalized_at: string
  columns: Columns
  run_id: number | null
  inputs: string | null
  explanation: Explanation | null
  engine: string | null
  month_start: string | null
  as_of: string | null
  as_of_date: string | null
}

/** The final revisions that have no leaf, of a period or of all, in the order of their leaves; the first are skipped. */
export const withoutLeaf = (db: Sql, period: string | null, limit: number, skip: number) =>
  db.rows<RevisionKey>(
    `select seller_id, period, revision
     from (
       select seller_id, period, revision, finalized_at from monthly_scores
       where status = 'final' and ($1::text is null or period = $1)
       union all
       select seller_id, period, revision, ${KEPT_INSTANT} from score_revisions r
       where score->>'status' = 'final' and ($1::text is null or period = $1)
     ) final
     where not exists (select from log_leaves l where l.seller_id = final.seller_id and l.period = final.period
                       and l.revision = final.revision)
     order by finalized_at, seller_id, revision limit $2 offset $3`,
    [period, limit, skip],
  )

/** Those of these revisions that are final, in the order given. */
export const finalScores = (db: Sql, keys: readonly RevisionKey[]) =>
  db.rows<FinalScore>(
    `with asked as (
       select * from unnest($1::int[], $2::text[], $3::int[]) with ordinality as k(seller_id, period, revision, place)
     ), final as (
       select k.place, m.seller_id, m.period, m.revision, m.total_sos, m.tier_name, m.finalized_at,
              ${columnsOf('m')} as columns
       from asked k join monthly_scores m using (seller_id, period, revision) where m.status = 'final'
       union all
       select k.place, r.seller_id, r.period, r.revision, ${KEPT_TOTAL}, r.score->>'tier_name', ${KEPT_INSTANT},
              ${keptColumnsOf('r.score')}
       from asked k join score_revisions r using (seller_id, period, revision)
       where r.score->>'status' = 'final'
     )
     select f.seller_id, f.period, f.revision, f.total_sos, f.tier_name, f.finalized_at, f.columns, s.seller_code,
            run.id as run_id, e.inputs, e.explanation, run.engine, run.month_start, run.as_of, run.as_of_date
     from final f join sellers s on s.id = f.seller_id
       left join score_explanations e using (seller_id, period, revision)
       left join scoring_runs run on run.id = e.run_id
     order by f.place`,
    [
      keys.map(({ seller_id }) => seller_id),
      keys.map(({ period }) => period),
      keys.map(({ revision }) => revision),
    ],
  )

/** Which of these revisions have a leaf already. */
export const withLeaf = (db: Sql, keys: readonly RevisionKey[]) =>
  db.rows<RevisionKey>(
    `select l.seller_id, l.period, l.revision
     from unnest($1::int[], $2::text[], $3::int[]) as k(seller_id, period, revision)
       join log_leaves l using (seller_id, period, revision)`,
    [
      keys.map(({ seller_id }) => seller_id),
      keys.map(({ period }) => period),
      keys.map(({ revision }) => revision),
    ],
  )
