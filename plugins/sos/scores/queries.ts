import { lookUp } from '../../../src/domain/id-or-code.ts'
import type { KeptScore } from '../../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M, type ScoreNumbers } from '../../../src/domain/scores/score-numbers.ts'
import type { NamedScoreRow, ScoreRow } from '../../../src/domain/scores/score-row.ts'
import { groupByName, type SellerRef } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Unnamed } from '../../../src/feeds/faults.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import type { Counting } from '../../../src/scoring/month.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { ASKED_SELLERS, namesOf } from './asked-sellers.ts'
import type { PastCorrection } from './schemas.ts'

/** A score as it stood before an appeal revised it, or undefined. */
export const findEarlierRevision = (
  db: Sql,
  { seller_id, period }: Pick<ScoreRow, 'seller_id' | 'period'>,
  revision: number,
) =>
  db.row<ScoreRow>(
    `select m.* from score_revisions r, jsonb_populate_record(null::monthly_scores, r.score) m
     where r.seller_id = $1 and r.period = $2 and r.revision = $3`,
    [seller_id, period, revision],
    'score-revision',
  )

/** What is kept of a score, and what the run that made it had fixed, without its rules. */
export interface StoredExplanation extends KeptScore {
  month_start: string
  as_of: string
  as_of_date: string
  counting: Counting | null
  feeds_in_use: FeedsInUse
  unnamed: Unnamed | null
}

/** The explanation of one revision of a seller's score, or undefined. */
export const findExplanation = (db: Sql, score: { seller_id: number; period: string; revision: number }) =>
  db.row<StoredExplanation>(
    `select e.explanation, e.inputs, e.unnamed, r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.counting,
            r.feeds_in_use
     from score_explanations e join scoring_runs r on r.id = e.run_id
     where e.seller_id = $1 and e.period = $2 and e.revision = $3`,
    [score.seller_id, score.period, score.revision],
    'score-explanation',
  )

/** The corrections that led to a revision of a score, the oldest first. */
export const correctionsOf = (db: Sql, score: { seller_id: number; period: string; revision: number }) =>
  db.rows<PastCorrection>(
    `select r.correction_id as id, r.replaced_at as at, c.reason, (r.score->>'total_sos')::float8 as total_before,
            coalesce((n.score->>'total_sos')::float8, m.total_sos::float8) as total_after
     from score_revisions r join monthly_scores m using (seller_id, period)
       join corrections c on c.id = r.correction_id
       left join score_revisions n
         on n.seller_id = r.seller_id and n.period = r.period and n.revision = r.revision + 1
     where r.seller_id = $1 and r.period = $2 and r.revision < $3 and r.correction_id is not null
     order by r.revision`,
    [score.seller_id, score.period, score.revision],
    'score-corrections',
  )

/** A seller, its score of a period, else its most recent one, and what is kept of that; null where there is none. */
export type FoundExplanation = SellerRef & {
  score:
    | (ScoreNumbers & Pick<ScoreRow, 'seller_id' | 'period' | 'revision' | 'status' | 'calculated_at'>)
    | null
  stored: StoredExplanation | null
}

/** All of it by one statement, which is asked for often: of each seller that a name may mean. */
export async function findExplained(
  db: Sql,
  name: string,
  { by, period }: { by: By | undefined; period: string | undefined },
): Promise<FoundExplanation[]> {
  const rows = await db.rows<ExplainedRow>(EXPLAINED, [...lookUp(name, by), period], 'explained')
  return rows.map(({ run_id, score_period, score_status, ...row }) => ({
    ...row,
    score: score_period === null ? null : { ...row, period: score_period, status: score_status },
    stored: run_id === null ? null : { ...row, run_id },
  }))
}

type ExplainedRow = SellerRef &
  Omit<StoredExplanation, 'run_id'> &
  ScoreNumbers &
  Pick<ScoreRow, 'seller_id' | 'revision' | 'calculated_at'> & {
    run_id: number | null
    score_period: string | null
    score_status: ScoreRow['status']
  }

const EXPLAINED = `
  select s.id, s.id as seller_id, s.seller_code, s.company_name, s.status, s.assigned_am_id, s.primary_warehouse_id,
         m.period as score_period, m.revision, m.status as score_status, m.calculated_at, ${NUMBERS_OF_M},
         e.inputs, e.explanation, e.unnamed, r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.counting,
         r.feeds_in_use
  from sellers s
    left join lateral (
      select * from monthly_scores where seller_id = s.id and ($3::text is null or period = $3)
      order by period desc limit 1) m on true
    left join score_explanations e
      on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
    left join scoring_runs r on r.id = e.run_id
  where s.seller_code = $1 or s.id = $2`

/** The seller's newest `most` scores from one period to another, both inclusive, oldest first. */
export const scoresBetween = (
  db: Sql,
  sellerId: number,
  { from, to, most }: { from?: string; to?: string; most: number },
) =>
  db.rows<ScoreRow>(
    `select * from (
       select * from monthly_scores
       where seller_id = $1 and ($2::text is null or period >= $2) and ($3::text is null or period <= $3)
       order by period desc limit $4) newest
     order by period`,
    [sellerId, from, to, most],
    'scores-of-seller',
  )

/** The score with this id, whose seller it is of, and the version of its row. */
export const scoreById = (db: Sql, id: number) =>
  db.row<NamedScoreRow & SellerScope & { version: string }>(
    `select m.xmin::text as version, m.*, s.seller_code, s.company_name, a.name as am_name, s.assigned_am_id,
            s.primary_warehouse_id
     from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
     where m.id = $1`,
    [id],
    'score-by-id',
  )

/** A seller, and its score of the asked period or the newest one as the JSON text of the answer; null without one. */
interface ScoredSeller extends SellerScope {
  seller_code: string
  score: string | null
}

/** The sellers of these keys with their scores, by key: two where a name is the code of one and the id of another. */
export async function currentScores(db: Sql, keys: string[], by?: By): Promise<Map<string, ScoredSeller[]>> {
  const rows = await db.rows<ScoredSeller & { name: string }>(
    `select s.key as name, s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id,
            (select format(
                      '{"seller_code":%s,"period":"%s","total_sos":%s,"is_rated":%s,'
                      '"tier":{"name":%s,"color":%s,"benefits":%s},'
                      '"components":{"p_score":{"raw":%s,"weighted":%s},"o_score":{"raw":%s,"weighted":%s},'
                      '"t_score":{"raw":%s,"weighted":%s},"f_score":{"raw":%s,"weighted":%s},'
                      '"i_score":{"raw":%s,"weighted":%s}},'
                      '"trend":{"previous_sos":%s,"delta":%s,"direction":"%s"},'
                      '"top_opportunity":"%s","is_grace_period":%s,"before_contract":%s,"status":"%s"}',
                      to_json(s.seller_code), m.period, trim_scale(m.total_sos), to_json(m.is_rated),
                      to_json(m.tier_name), to_json(m.tier_color), to_json(m.tier_benefits),
                      trim_scale(m.p_score_raw), trim_scale(m.p_score_weighted),
                      trim_scale(m.o_score_raw), trim_scale(m.o_score_weighted),
                      trim_scale(m.t_score_raw), trim_scale(m.t_score_weighted),
                      trim_scale(m.f_score_raw), trim_scale(m.f_score_weighted),
                      trim_scale(m.i_score_raw), trim_scale(m.i_score_weighted),
                      trim_scale(m.previous_sos), trim_scale(m.delta_sos), m.direction,
                      m.top_opportunity, to_json(m.is_grace_period), to_json(m.before_contract), m.status)
             from monthly_scores m
             where m.seller_id = s.id and (s.asked_period is null or m.period = s.asked_period)
             order by m.period desc limit 1) as score
     from ${ASKED_SELLERS} s`,
    namesOf(keys, by),
    'current-scores',
  )
  return groupByName(rows)
}
