import { PREVIOUS_OF_M } from '../../../src/domain/scores/renew-trends.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { toHex } from '../../../src/transparency/bytes.ts'
import { codeIn, type FinalScore, type RevisionKey, valuesOf } from '../tasks/final-score.ts'

// Who changes the JSON of an earlier revision by hand may write anything: what can't be read is null, and fails no
// statement that reads the others.
const KEPT_TOTAL = `case when jsonb_typeof(r.score->'total_sos') = 'number' then (r.score->>'total_sos')::numeric end`
const INSTANT = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$`
const KEPT_INSTANT = `case when r.score->>'finalized_at' ~ '${INSTANT}' then instant_or_null(r.score->>'finalized_at') end`

/** An instant or a day as ISO 8601 writes it; null for infinity, and what lies before the year 1. */
const plain = (column: string) =>
  `case when ${column} >= '0001-01-01' and ${column} < '10000-01-01' then ${column} end`

/** The final revisions `f`, of now and of before, with the instant since which they are what they are. */
const FINAL = `(
  select seller_id, period, revision, finalized_at,
         greatest(finalized_at, (select max(replaced_at) from score_revisions r
                                 where r.seller_id = m.seller_id and r.period = m.period)) as since
  from monthly_scores m where status = 'final'
  union all
  select seller_id, period, revision, ${KEPT_INSTANT}, replaced_at from score_revisions r
  where score->>'status' = 'final') f`

/** That the log has no leaf of the revision in a row. */
const noLeafOf = (row: string, more = '') =>
  `not exists (select from log_leaves l where l.seller_id = ${row}.seller_id and l.period = ${row}.period
               and l.revision = ${row}.revision ${more})`

/**
 * The final revisions that have no leaf, of a period or of all, in the order of their leaves, and whether they should
 * have one: for an hour, or by an instant that can't be.
 */
export const withoutLeaf = (db: Sql, period: string | null) =>
  db.rows<RevisionKey & { is_late: boolean }>(
    `select seller_id, period, revision,
            (since between now() - interval '1 hour' and now() + interval '1 minute') is not true as is_late
     from ${FINAL} where ($1::text is null or period = $1) and ${noLeafOf('f')}
     order by finalized_at, seller_id, period, revision`,
    [period],
  )

/** The first final scores of months that have no leaf below a size, and how many there are. */
export const namedWithoutLeaf = (db: Sql, { from, to, size }: { from: string; to: string; size: number }) =>
  db.rows<{ seller_code: string; period: string; revision: number; count: number }>(
    `select s.seller_code, f.period, f.revision, count(*) over () as count
     from ${FINAL} join sellers s on s.id = f.seller_id
     where f.period between $2 and $3 and ${noLeafOf('f', 'and l.index < $1')}
     order by f.period, s.seller_code, f.revision limit 20`,
    [size, from, to],
  )

/** A row of the audit log about the score `now`. */
const AUDITED = `select from audit_log a where a.entity = 'monthly_score' and a.entity_id = now.id::text`

/**
 * What the audit log, to which rows are only added, must say of a final revision `f`: that it was made final before
 * another one replaced it, and of a later revision that the score got this number and this total.
 */
const IS_AUDITED = `
  exists (${AUDITED} and a.action = 'score.finalized' and (a.at <= f.replaced_at or f.replaced_at is null)) as is_finalized,
  f.revision = 1 or exists (${AUDITED} and a.action in ('score.adjusted', 'score.corrected')
    and a.after->'revision' = to_jsonb(f.revision) and a.after->'total_sos' = to_jsonb(f.total_sos)) as is_revised`

/** Those of these revisions that are final, in the order given. */
export const finalScores = (db: Sql, keys: readonly RevisionKey[]) =>
  db.rows<FinalScore>(
    `with asked as (
       select * from json_to_recordset($1::json) as k(place int, seller_id int, period text, revision int)
     ), final as (
       select k.place, m.seller_id, m.period, m.revision, m.total_sos, m.tier_name, m.finalized_at,
              null::timestamptz as replaced_at,
              to_jsonb(m) as columns,
              jsonb_build_object('total_sos', m.total_sos, 'previous_sos', (select p.total_sos from (${PREVIOUS_OF_M}) p)) as compared
       from asked k join monthly_scores m using (seller_id, period, revision) where m.status = 'final'
       union all
       select k.place, r.seller_id, r.period, r.revision, ${KEPT_TOTAL}, r.score->>'tier_name', ${KEPT_INSTANT}, r.replaced_at,
              r.score, null
       from asked k join score_revisions r using (seller_id, period, revision)
       where r.score->>'status' = 'final'
     )
     select f.seller_id, f.period, f.revision, f.total_sos, f.tier_name, ${plain('f.finalized_at')} as finalized_at,
            f.columns, f.compared, s.seller_code, ${IS_AUDITED},
            run.id as run_id, e.inputs, e.explanation::text as explanation, run.engine,
            ${plain('run.month_start')} as month_start, ${plain('run.as_of')} as as_of,
            ${plain('run.as_of_date')} as as_of_date, run.counting,
            encode(leaf.salt, 'hex') as leaf_salt
     from final f join sellers s on s.id = f.seller_id
       left join score_explanations e using (seller_id, period, revision)
       left join log_leaves leaf using (seller_id, period, revision)
       left join scoring_runs run on run.id = e.run_id
       left join monthly_scores now on now.seller_id = f.seller_id and now.period = f.period
     order by f.place`,
    [JSON.stringify(keys.map((key, place) => ({ ...keyIn(key), place })))],
  )

const keyIn = ({ seller_id, period, revision }: RevisionKey) => ({ seller_id, period, revision })

/**
 * Those of these revisions that have no leaf yet, and whose notes and reviewer are as they were read: a person who was
 * erased since must not get into a leaf, and what is left out here is read again.
 */
export const stillWithoutLeaf = (db: Sql, read: readonly FinalScore[]) =>
  db.rows<RevisionKey>(
    `select k.seller_id, k.period, k.revision
     from json_to_recordset($1::json) as k(seller_id int, period text, revision int, reviewed_by text, notes text)
       left join monthly_scores m using (seller_id, period, revision)
       left join score_revisions r using (seller_id, period, revision)
     where ${noLeafOf('k')}
       and (m.seller_id is not null or r.seller_id is not null)
       and coalesce(m.reviewed_by, r.score->>'reviewed_by') is not distinct from k.reviewed_by
       and coalesce(m.notes, r.score->>'notes') is not distinct from k.notes`,
    [JSON.stringify(read.map((score) => ({ ...keyIn(score), ...valuesOf(score) })))],
  )

/** Which of these scores, by their place, were made under the code of another seller that has one of its own. */
export const ofOtherSellers = (db: Sql, scores: readonly FinalScore[]) =>
  db.column<number>(
    `select k.place - 1
     from unnest($1::int[], $2::text[], $3::text[]) with ordinality as k(seller_id, period, code, place)
       join sellers s on s.seller_code = k.code and s.id <> k.seller_id
     where exists (select from monthly_scores m where m.seller_id = s.id and m.period = k.period)`,
    [
      scores.map(({ seller_id }) => seller_id),
      scores.map(({ period }) => period),
      scores.map(({ inputs }) => codeIn(inputs)),
    ],
  )

/** Writes leaves from an index on; their salts are hex. */
export const insertLeaves = (
  tx: Sql,
  first: number,
  leaves: readonly { score: RevisionKey; text: string; hash: Uint8Array; salt: string }[],
) =>
  tx.run(
    `insert into log_leaves (index, seller_id, period, revision, statement, leaf_hash, salt)
     select index, seller_id, period, revision, text, decode(hash, 'hex'), decode(salt, 'hex')
     from json_to_recordset($1::json)
       as l(index bigint, seller_id int, period text, revision int, text text, hash text, salt text)`,
    [
      JSON.stringify(
        leaves.map(({ score, text, hash, salt }, n) => ({
          ...keyIn(score),
          ...{ index: first + n, text, hash: toHex(hash), salt },
        })),
      ),
    ],
  )
