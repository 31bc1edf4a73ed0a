import { Type } from '@sinclair/typebox'
import { requireInOrder, runningPeriod } from '../../../src/domain/business-time.ts'
import { rulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { PeriodsQuery, periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import {
  BeforeContract,
  Components,
  IsRated,
  RatedTotal,
  Revision,
  ScoreRecord,
  ScoreStatus,
  TierShown,
  Trend,
} from '../../../src/domain/scores/score-record.ts'
import {
  componentsOf,
  type NamedScoreRow,
  recordOf,
  type ScoreRow,
  tierOf,
} from '../../../src/domain/scores/score-row.ts'
import { Score } from '../../../src/domain/scores/score-schemas.ts'
import { sellerWithCode } from '../../../src/domain/sellers/find-seller.ts'
import { IsBlocked, isBlocked } from '../../../src/domain/sellers/payment-block.ts'
import { inPortfolio, requireInScope, type SellerScope } from '../../../src/domain/sellers/scope.ts'
import { SCORE } from '../../../src/domain/sellers/seller-name.ts'
import { literally, offsetOf, pageOf } from '../../../src/platform/database/statements/records.ts'
import { entityTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import { endpoint, withETag } from '../../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  limit,
  Nullable,
  OneOf,
  Period,
  pagedList,
  Text,
} from '../../../src/platform/schemas/schemas.ts'
import { COMPONENTS, type Component } from '../../../src/scoring/components.ts'
import { params, sellerCode } from './schemas.ts'

const HISTORY_PERIODS = 24

const ListedScore = Type.Composite([ScoreRecord, Type.Object({ is_blocked: IsBlocked })])

export const getHistory = endpoint('GET', `${SCORE}/history`, 'seller-scores.read', {
  operationId: 'getScoreHistory',
  summary: 'The scores of a seller over time',
  description: 'The newest periods of the range, oldest first; 24 unless `limit` asks for fewer.',
  params,
  querystring: Closed({
    from: Type.Optional(Period({ description: 'First period, inclusive' })),
    to: Type.Optional(Period({ description: 'Last period, inclusive' })),
    limit: limit(HISTORY_PERIODS, 'How many periods', HISTORY_PERIODS, { examples: [12] }),
  }),
  response: {
    200: Type.Object({
      seller_code: sellerCode,
      data: Type.Array(
        Type.Object({
          seller_code: sellerCode,
          period: Period(),
          total_sos: RatedTotal(),
          delta: Trend.properties.delta,
          is_rated: IsRated,
          before_contract: BeforeContract,
          tier: TierShown,
          components: Components,
          status: ScoreStatus,
          revision: Revision,
        }),
      ),
    }),
  },
})(async (request) => {
  const { from, to, limit } = request.query
  requireInOrder(from, to)
  const { id, seller_code } = await sellerWithCode(request, request.params.seller_code)
  const rows = await request.server.db.rows<ScoreRow>(
    `select * from (
       select * from monthly_scores
       where seller_id = $1 and ($2::text is null or period >= $2) and ($3::text is null or period <= $3)
       order by period desc limit $4) newest
     order by period`,
    [id, from, to, Math.min(limit, HISTORY_PERIODS)], // a CSV asks for all there is
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
})

type SortedBy = 'seller_code' | 'total_sos' | 'delta' | Component
type Sort = SortedBy | `-${SortedBy}`

/** SQL: what a list is sorted by; before it, what comes last either way. */
const BY: Record<SortedBy, string> = {
  seller_code: 'p.code',
  total_sos: 'p.is_rated desc, p.total_sos',
  delta: 'p.is_rated desc, p.delta_sos',
  ...(Object.fromEntries(
    COMPONENTS.map((name) => [name, `p.is_rated desc, '${name}' = any(p.imputed), p.${name}_raw`]),
  ) as Record<Component, string>),
}
const SORTS = Object.keys(BY).flatMap((by) => [by, `-${by}`]) as Sort[]

/** One page of the scores of some periods and how many match: the keys of the page are found first, and then its rows. */
export const listMonthlyScores = endpoint('GET', '/api/sos/monthly', 'scores.read', {
  operationId: 'listMonthlyScores',
  summary: 'List the scores of a period, or of up to 24',
  ...pagedList(ListedScore, {
    ...PeriodsQuery,
    status: Type.Optional(ScoreStatus),
    am_id: Type.Optional(Id({ description: 'Account manager when the score was computed' })),
    warehouse_id: Type.Optional(Id({ description: 'Warehouse of the seller when the score was computed' })),
    seller_code: Type.Optional(Text(100, { description: 'Code of one seller', examples: ['S-1001'] })),
    search: Type.Optional(
      Text(200, {
        description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
        examples: ['acme'],
      }),
    ),
    tier: Type.Optional(
      Text(80, { description: 'Name of the tier; upper and lower case are the same', examples: ['Gold'] }),
    ),
    before_contract: Type.Optional(
      Type.Boolean({
        description:
          'false: only scores that count, as many as the dashboard, the trend and the summary say; true: only those of months before their seller’s contract',
        examples: [false],
      }),
    ),
    is_blocked: Type.Optional(
      Type.Boolean({
        description:
          'true: only sellers whose orders are blocked now, whatever the period; false: only the others',
        examples: [true],
      }),
    ),
    sort: OneOf(SORTS, {
      default: 'seller_code',
      description:
        'By what the list is sorted; - is from the highest down. By a number the unrated come last in both, and before them, by a component, those without facts of their own. Equals are in order of seller_code and period',
      examples: ['-total_sos'],
    }),
  }),
})(async (request) => {
  const { server, scope, query } = request
  const { status, am_id, warehouse_id, search, tier, before_contract, is_blocked } = query
  const { from, to } = periodsAsked(server, query)
  const order = orderBy(query.sort)
  const rows = await server.db.rows<NamedScoreRow & { total: number; is_blocked: boolean }>(
    `with found as not materialized (${FOUND})
     select (select count(*) from found) as total, m.*, s.seller_code, s.company_name, a.name as am_name,
            ${isBlocked('s')} as is_blocked
     from (select) one left join (select * from found p order by ${order} limit $13 offset $14) p on true
       left join monthly_scores m using (seller_id, period)
       left join sellers s on s.id = m.seller_id
       left join account_managers a on a.id = m.am_id
     order by ${order}`,
    [
      ...[from, to, status, am_id, warehouse_id, query.seller_code],
      ...[search ? `%${literally(search)}%` : null, tier, scope.am_id, from === to, before_contract],
      ...[is_blocked, query.limit, offsetOf(query)],
    ],
  )
  const page = pageOf(rows, 'id', query)
  return { ...page, data: page.data.map((row) => ({ ...recordOf(row), is_blocked: row.is_blocked })) }
})

/** Of the page's keys, which are called p: the number of an unrated score is no place among the others. */
const orderBy = (sort: Sort) =>
  `${BY[sort.replace('-', '') as SortedBy]}${sort.startsWith('-') ? ' desc' : ''}, p.code, p.period`

/** The keys of the scores that match, by the values of `listMonthlyScores`. */
const FOUND = `
  select m.seller_id, m.period, m.code, m.is_rated, m.total_sos, m.delta_sos, m.imputed,
         ${COMPONENTS.map((name) => `m.${name}_raw`).join(', ')}
  from monthly_scores m
  where (case when $10 then m.period = $1 else m.period between $1 and $2 end)
    and ($3::text is null or m.status = $3)
    and ($4::int is null or m.am_id = $4)
    and ($5::int is null or m.warehouse_id = $5)
    and ($6::text is null or m.code = $6)
    and ($7::text is null or m.seller_id = any(array(
          select id from sellers where seller_code ilike $7 or company_name ilike $7)))
    and ($8::text is null or lower(m.tier_name) = lower($8))
    and ($11::bool is null or m.before_contract = $11)
    and ($12::bool is null or m.seller_id = any(array(select s.id from sellers s where ${isBlocked('s')} = $12)))
    and ${inPortfolio('m.seller_id', '$9')}`

export const getMonthlyScore = endpoint('GET', '/api/sos/monthly/:id', 'scores.read', {
  operationId: 'getMonthlyScore',
  summary: 'One monthly score by its id',
  params: Type.Object({ id: Id({ description: 'Id of the monthly score' }) }),
  response: { 200: withETag(ScoreRecord) },
})(async ({ server, scope, params: { id } }, reply) => {
  const found = await server.db.row<NamedScoreRow & SellerScope & { version: string }>(
    `select m.xmin::text as version, m.*, s.seller_code, s.company_name, a.name as am_name, s.assigned_am_id,
            s.primary_warehouse_id
     from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
     where m.id = $1`,
    [id],
    'score-by-id',
  )
  const score = requireInScope(scope, found, () =>
    notFound('score_not_found', `There is no monthly score ${id}.`),
  )
  reply.header('etag', entityTag(score.version))
  return recordOf(score)
})

export const listTiers = endpoint('GET', '/api/sos/tiers', 'public', {
  operationId: 'listTiers',
  summary: 'The tiers of the current month, highest first',
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          name: TierShown.properties.name,
          rank: Type.Integer({ examples: [4] }),
          min_score: Nullable(Score(), {
            description: 'The lowest total; null for the tier of sellers with too little data',
          }),
          min_component_score: Score({
            description: 'What every component with data must reach',
            examples: [50],
          }),
          color: TierShown.properties.color,
          benefits: TierShown.properties.benefits,
        }),
      ),
    }),
  },
})(async ({ server }) => {
  const { tiers } = await rulesOf(server.db, ['tiers'], runningPeriod(server))
  return { data: tiers.sort((a, b) => (b.min_score ?? -1) - (a.min_score ?? -1)) }
})
