import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import { lookUp } from '../../../src/domain/id-or-code.ts'
import { rulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import {
  componentsOf,
  type NamedScoreRow,
  recordOf,
  type ScoreRow,
  tierOf,
} from '../../../src/domain/scores/score-row.ts'
import {
  findSeller,
  meantSeller,
  sellerInScope,
  sellersNamed,
} from '../../../src/domain/sellers/find-seller.ts'
import { isBlocked } from '../../../src/domain/sellers/payment-block.ts'
import { requireInScope, type SellerScope } from '../../../src/domain/sellers/scope.ts'
import { inBatches } from '../../../src/platform/database/statements/in-batches.ts'
import { literally, offsetOf, pageOf } from '../../../src/platform/database/statements/records.ts'
import { entityTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { badRequest, notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { currentScores, keyOf } from './queries.ts'
import {
  type currentScoreRoute,
  HISTORY_PERIODS,
  type historyRoute,
  type monthlyRoute,
  type monthlyScoreRoute,
  type tiersRoute,
} from './schemas.ts'

export const getHistory: Handler<typeof historyRoute> = async (request) => {
  const { from, to, limit } = request.query
  if (from && to && from > to) throw badRequest('end_before_start', `from ${from} is after to ${to}`)
  const { id, seller_code } = await findSeller(request, request.params.seller_code)
  const rows = await request.server.db.rows<ScoreRow>(
    `select * from (
       select * from monthly_scores
       where seller_id = $1 and ($2::text is null or period >= $2) and ($3::text is null or period <= $3)
       order by period desc limit $4) newest
     order by period`,
    [id, from, to, Math.min(limit, HISTORY_PERIODS)],
    'scores-of-seller',
  )
  // The answer has no more than its fields; by `imputed` CSV leaves cells empty.
  const data = rows.map((row) => ({
    ...row,
    seller_code,
    delta: row.delta_sos,
    tier: tierOf(row),
    components: componentsOf(row),
  }))
  return { seller_code, data }
}

/** One page of the scores of some periods and how many match: the keys of the page are found first, and then its rows. */
export const listMonthlyScores: Handler<typeof monthlyRoute> = async (request) => {
  const { server, scope, query } = request
  const { status, am_id, warehouse_id, search, tier, before_contract, is_blocked } = query
  const seller = await sellerAsked(request, query.seller_code, query.by)
  const { from, to } = periodsAsked(server, query)
  const order = ORDERS[query.sort]
  const rows = await server.db.rows<NamedScoreRow & { total: number; is_blocked: boolean }>(
    `with found as not materialized (${FOUND})
     select (select count(*) from found) as total, m.*, s.seller_code, s.company_name, a.name as am_name,
            ${isBlocked('s')} as is_blocked
     from (select) one left join (select * from found p order by ${order} limit $14 offset $15) p on true
       left join monthly_scores m using (seller_id, period)
       left join sellers s on s.id = m.seller_id
       left join account_managers a on a.id = m.am_id
     order by ${order}`,
    [
      ...[from, to, status, am_id, warehouse_id, seller?.id, seller?.code],
      ...[search ? `%${literally(search)}%` : null, tier, scope.am_id, from === to, before_contract],
      ...[is_blocked, query.limit, offsetOf(query)],
    ],
  )
  const page = pageOf(rows, 'id', query)
  return { ...page, data: page.data.map((row) => ({ ...recordOf(row), is_blocked: row.is_blocked })) }
}

/** What a list is narrowed to: what can only be a code stays one, without a look at the sellers. */
async function sellerAsked({ server, scope }: FastifyRequest, name: string | undefined, by?: By) {
  if (name === undefined) return undefined
  const [code, id] = lookUp(name, by)
  if (id === 0) return { code, id: undefined }
  const seller = sellerInScope(scope, name, await sellersNamed(server.db, name, by))
  return { id: seller?.id ?? 0, code: undefined }
}

/** Of the page's keys, which are called p: the number of an unrated score is no place among the others. */
const ORDERS = {
  seller_code: 'p.code, p.period',
  '-seller_code': 'p.code desc, p.period',
  total_sos: 'p.is_rated desc, p.total_sos, p.code, p.period',
  '-total_sos': 'p.is_rated desc, p.total_sos desc, p.code, p.period',
  delta: 'p.is_rated desc, p.delta_sos, p.code, p.period',
  '-delta': 'p.is_rated desc, p.delta_sos desc, p.code, p.period',
}

/** The keys of the scores that match, by the values of `listMonthlyScores`; $10 only sellers that this account manager looks after now. */
const FOUND = `
  select m.seller_id, m.period, m.code, m.is_rated, m.total_sos, m.delta_sos
  from monthly_scores m
  where (case when $11 then m.period = $1 else m.period between $1 and $2 end)
    and ($3::text is null or m.status = $3)
    and ($4::int is null or m.am_id = $4)
    and ($5::int is null or m.warehouse_id = $5)
    and ($6::int is null or m.seller_id = $6)
    and ($7::text is null or m.code = $7)
    and ($8::text is null or m.seller_id = any(array(
          select id from sellers where seller_code ilike $8 or company_name ilike $8)))
    and ($9::text is null or lower(m.tier_name) = lower($9))
    and ($12::bool is null or m.before_contract = $12)
    and ($13::bool is null or m.seller_id = any(array(select s.id from sellers s where ${isBlocked('s')} = $13)))
    and ($10::int is null or m.seller_id = any(array(select id from sellers where assigned_am_id = $10)))`

export const getMonthlyScore: Handler<typeof monthlyScoreRoute> = async (
  { server, scope, params: { id } },
  reply,
) => {
  const score = await server.db.row<NamedScoreRow & SellerScope & { version: string }>(
    `select m.xmin::text as version, m.*, s.seller_code, s.company_name, a.name as am_name, s.assigned_am_id,
            s.primary_warehouse_id
     from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
     where m.id = $1`,
    [id],
    'score-by-id',
  )
  if (!score) throw notFound('score_not_found', `There is no monthly score ${id}.`)
  requireInScope(scope, score)
  reply.header('etag', entityTag(score.version))
  return recordOf(score)
}

export const listTiers: Handler<typeof tiersRoute> = async ({ server }) => {
  const { tiers } = await rulesOf(server.db, ['tiers'], runningPeriod(server))
  return { data: tiers.sort((a, b) => (b.min_score ?? -1) - (a.min_score ?? -1)) }
}

/** Why a seller has no score of the asked period, or none at all. */
export const noScore = (seller_code: string, period?: string) =>
  notFound(
    'score_not_found',
    period ? `${seller_code} has no score of ${period}.` : `${seller_code} has no score yet.`,
  )

/** Answers the score of a seller, which PostgreSQL has written as it is shown. */
export function currentScoreReader({ db }: FastifyInstance): Handler<typeof currentScoreRoute> {
  const findScore = inBatches(db.quick, (keys: string[]) => currentScores(db.quick, keys))
  return async ({ scope, params: { seller_code: name }, query: { by, period } }, reply) => {
    const key = keyOf(name, period)
    const found = by ? (await currentScores(db.quick, [key], by)).get(key) : await findScore(key)
    const seller = meantSeller(scope, name, found)
    if (seller.score === null) throw noScore(seller.seller_code, period)
    return reply.type('application/json; charset=utf-8').send(seller.score as never) as never
  }
}
