import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { ScoreRecord } from '../../../src/domain/scores/score-record.ts'
import type { NamedScoreRow, ScoreRow } from '../../../src/domain/scores/score-row.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import {
  decimal,
  instant,
  jsonObject,
  plainly,
  text,
  texts,
} from '../../../src/platform/database/json-text.ts'
import { literally } from '../../../src/platform/database/like.ts'
import { oneForMany } from '../../../src/platform/database/one-for-many.ts'
import { offsetOf } from '../../../src/platform/database/page.ts'
import { jsonPage } from '../../../src/platform/http/json-page.ts'
import { COMPONENTS, type Component, type FeedsInUse } from '../../../src/scoring/components.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** The seller's score of a period, else of its most recent one. */
export const findScore = (db: Sql, sellerId: number, period?: string) =>
  db.row<ScoreRow>(
    `select * from monthly_scores where seller_id = $1 and ($2::text is null or period = $2)
     order by period desc limit 1`,
    [sellerId, period],
    'score-of-seller',
  )

/** A score as it stood before an appeal revised it, or undefined. */
export const findEarlierRevision = (db: Sql, { seller_id, period }: ScoreRow, revision: number) =>
  db.row<ScoreRow>(
    `select m.* from score_revisions r, jsonb_populate_record(null::monthly_scores, r.score) m
     where r.seller_id = $1 and r.period = $2 and r.revision = $3`,
    [seller_id, period, revision],
    'score-revision',
  )

/** A score's explanation and what the run that made it had fixed. */
export interface StoredExplanation {
  explanation: Explanation
  run_id: number
  month_start: string
  as_of: string
  as_of_date: string
  feeds_in_use: FeedsInUse
  rules: ScoringRules
}

/** The explanation of one revision of a seller's score, or undefined. */
export const findExplanation = (db: Sql, score: { seller_id: number; period: string; revision: number }) =>
  db.row<StoredExplanation>(
    `select e.explanation, r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.feeds_in_use, r.rules
     from score_explanations e join scoring_runs r on r.id = e.run_id
     where e.seller_id = $1 and e.period = $2 and e.revision = $3`,
    [score.seller_id, score.period, score.revision],
    'score-explanation',
  )

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

/** The score with this id, and whose seller it is of. */
export const scoreById = (db: Sql, id: number) =>
  db.row<NamedScoreRow & SellerScope>(
    `select m.*, s.seller_code, s.company_name, a.name as am_name, s.assigned_am_id, s.primary_warehouse_id
     from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
     where m.id = $1`,
    [id],
    'score-by-id',
  )

export interface MonthlyFilter {
  from: string
  to: string
  status?: string
  am_id?: number
  warehouse_id?: number
  /** Code or id of one seller. */
  seller_code?: string
  search?: string
  tier?: string
  sort: keyof typeof ORDERS
  /** Only sellers that this account manager looks after now. */
  portfolio_of: number | null
  page: number
  limit: number
}

/** Of the page's keys, which are called p. */
const ORDERS = {
  seller_code: 'p.code, p.period',
  '-seller_code': 'p.code desc, p.period',
  total_sos: 'p.total_sos, p.code, p.period',
  '-total_sos': 'p.total_sos desc, p.code, p.period',
  delta: 'p.delta_sos, p.code, p.period',
  '-delta': 'p.delta_sos desc, p.code, p.period',
}

const componentJson = (name: Component) => ({
  raw: decimal(`m.${name}_raw`),
  weighted: decimal(`m.${name}_weighted`),
})

/** A ScoreRecord of a score m, its seller s and its account manager a. */
const RECORD = jsonObject({
  id: plainly('m.id'),
  seller_code: text('s.seller_code'),
  company_name: text('s.company_name'),
  am_id: plainly('m.am_id'),
  am_name: text('a.name'),
  period: text('m.period'),
  total_sos: decimal('m.total_sos'),
  is_rated: plainly('m.is_rated'),
  unrated_reason: text('m.unrated_reason'),
  imputed: texts('m.imputed'),
  tier: { name: text('m.tier_name'), color: text('m.tier_color'), benefits: text('m.tier_benefits') },
  components: Object.fromEntries(COMPONENTS.map((name) => [name, componentJson(name)])),
  trend: {
    previous_sos: decimal('m.previous_sos'),
    delta: decimal('m.delta_sos'),
    direction: text('m.direction'),
  },
  is_grace_period: plainly('m.is_grace_period'),
  status: text('m.status'),
  revision: plainly('m.revision'),
  reviewed_by: text('m.reviewed_by'),
  notes: text('m.notes'),
  run_id: plainly('m.run_id'),
  calculated_at: instant('m.calculated_at'),
  finalized_at: instant('m.finalized_at'),
})

/**
 * One page of the scores of some periods and how many match, as JSON. Without a name the statement is planned anew
 * each time, for the filters that are given and the tables as they are: the keys of a period's page and their number
 * come from its index alone, one seller is found by the primary key.
 */
export async function pageOfScores(db: Sql, filter: MonthlyFilter) {
  const { from, to, status, am_id, warehouse_id, seller_code, search, tier, portfolio_of, limit } = filter
  const seller = seller_code === undefined ? {} : idOrCode(seller_code)
  const order = ORDERS[filter.sort]
  const values = [
    from,
    to,
    status,
    am_id,
    warehouse_id,
    'id' in seller ? seller.id : null,
    'code' in seller ? seller.code : null,
    search ? `%${literally(search)}%` : null,
    tier,
    portfolio_of,
    limit,
    offsetOf(filter),
    from === to,
  ]
  const page = await oneForMany(db, `scores ${order} ${JSON.stringify(values)}`, () =>
    db.one<{ total: number; rows: string | null }>(
      `with found as not materialized (
         select m.seller_id, m.period, m.code, m.total_sos, m.delta_sos
         from monthly_scores m
         where (case when $13 then m.period = $1 else m.period between $1 and $2 end)
           and ($3::text is null or m.status = $3)
           and ($4::int is null or m.am_id = $4)
           and ($5::int is null or m.warehouse_id = $5)
           and ($6::int is null or m.seller_id = $6)
           and ($7::text is null or m.code = $7)
           and ($8::text is null or m.seller_id = any(array(
                 select id from sellers where seller_code ilike $8 or company_name ilike $8)))
           and ($9::text is null or lower(m.tier_name) = lower($9))
           and ($10::int is null or m.seller_id = any(array(select id from sellers where assigned_am_id = $10)))
       )
       select (select count(*) from found) as total, string_agg(${RECORD}, ',' order by ${order}) as rows
       from (select * from found p order by ${order} limit $11 offset $12) p
         join monthly_scores m on m.seller_id = p.seller_id and m.period = p.period
         join sellers s on s.id = m.seller_id
         left join account_managers a on a.id = m.am_id`,
      values,
    ),
  )
  return jsonPage<ScoreRecord>(page, filter)
}
