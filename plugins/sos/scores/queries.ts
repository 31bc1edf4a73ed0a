import { lookUp } from '../../../src/domain/id-or-code.ts'
import type { KeptScore } from '../../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M, type ScoreRow } from '../../../src/domain/scores/score-row.ts'
import { groupByName } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Unnamed } from '../../../src/feeds/faults.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import type { Counting } from '../../../src/scoring/month.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import type { PastCorrection } from './schemas.ts'

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

/**
 * A seller, a revision of its score of a period, else of its most recent one, and what is kept of that with what the run
 * that made it had fixed, without its rules. `scored` is the period of the score, null where there is none; `revision`
 * and `run_id` are null where there is no such revision, and where nothing is kept of it.
 */
type FoundExplanation = SellerScope &
  Omit<KeptScore, 'run_id'> &
  Pick<ScoreRow, 'seller_id' | 'period' | 'status' | 'calculated_at'> & {
    seller_code: string
    scored: string | null
    revision: number | null
    run_id: number | null
    month_start: string
    as_of: string
    as_of_date: string
    counting: Counting | null
    feeds_in_use: FeedsInUse
    unnamed: Unnamed | null
  }

/** All of it by one statement, which is asked for often: of each seller that a name may mean. */
export const findExplained = (
  db: Sql,
  name: string,
  {
    by,
    period,
    revision,
  }: { by: By | undefined; period?: string | undefined; revision?: number | undefined },
) =>
  db.rows<FoundExplanation>(
    `select s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id, newest.period as scored,
            m.period, m.revision, m.status, m.calculated_at, ${NUMBERS_OF_M}, e.inputs, e.explanation, e.unnamed,
            r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.counting, r.feeds_in_use
     from sellers s
       left join lateral (
         select * from monthly_scores where seller_id = s.id and ($3::text is null or period = $3)
         order by period desc limit 1) newest on true
       left join lateral (
         select newest.* where $4::int is null or newest.revision = $4
         union all
         select before.* from score_revisions k, jsonb_populate_record(null::monthly_scores, k.score) before
         where k.seller_id = newest.seller_id and k.period = newest.period and k.revision = $4) m on true
       left join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
       left join scoring_runs r on r.id = e.run_id
     where s.seller_code = $1 or s.id = $2`,
    [...lookUp(name, by), period, revision],
    'explained',
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

/** What is asked for, as one text: a seller by id or code, and a period or none. */
export const keyOf = (name: string, period: string | undefined) => `${period ?? ''} ${name}`

/** The parameters of ASKED_SELLERS. */
function namesOf(keys: string[], by: By | undefined) {
  const blanks = keys.map((key) => key.indexOf(' '))
  const names = keys.map((key, n) => lookUp(key.slice(Number(blanks[n]) + 1), by))
  const periods = keys.map((key, n) => key.slice(0, blanks[n]) || null)
  return [keys, names.map(([code]) => code), names.map(([, id]) => id), periods]
}

/** The sellers that keys name, each with its `key` and `asked_period`, which is null for the newest score. */
const ASKED_SELLERS = `(
  select key, asked_period, sellers.*
  from unnest($1::text[], $2::text[], $4::text[]) asked (key, code, asked_period)
    join sellers on sellers.seller_code = asked.code
  union all
  select key, asked_period, sellers.*
  from unnest($1::text[], $3::int[], $4::text[]) asked (key, id, asked_period)
    join sellers on sellers.id = asked.id
)`
