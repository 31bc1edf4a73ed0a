import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { lookUp } from '../../../src/domain/id-or-code.ts'
import {
  BeforeContract,
  Components,
  GracePeriod,
  IsRated,
  ScoreStatus,
  TierShown,
  Total,
  Trend,
} from '../../../src/domain/scores/score-record.ts'
import { ScoreComponent } from '../../../src/domain/scores/score-schemas.ts'
import { groupByName, meantSeller } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { inBatches } from '../../../src/platform/database/statements/in-batches.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { type By, ByQuery, Closed, Period } from '../../../src/platform/schemas/schemas.ts'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import { noScore } from './explain.ts'
import { params, scoredPeriod, sellerCode } from './schemas.ts'

export const CurrentScore = Type.Object({
  seller_code: sellerCode,
  period: Period(),
  total_sos: Total(),
  is_rated: IsRated,
  tier: TierShown,
  components: Components,
  trend: Trend,
  top_opportunity: ScoreComponent({
    description: 'The component that loses the most points',
    examples: ['o_score'],
  }),
  is_grace_period: GracePeriod,
  before_contract: BeforeContract,
  status: ScoreStatus,
})

/** The score of a seller, which PostgreSQL has written as it is shown. */
export function getCurrentScore({ db }: FastifyInstance) {
  const findScore = inBatches(db.quick, (keys: string[]) => currentScores(db.quick, keys))
  return endpoint('GET', '/api/sos/sellers/:seller_code/score', 'seller-scores.read', {
    config: { answersTag: true },
    operationId: 'getCurrentScore',
    summary: 'The most recent score of a seller, or that of a period',
    params,
    querystring: Closed({ ...ByQuery, period: scoredPeriod }),
    response: { 200: CurrentScore },
  })(async ({ scope, params: { seller_code: name }, query: { by, period } }, reply) => {
    const key = keyOf(name, period)
    const found = by ? (await currentScores(db.quick, [key], by)).get(key) : await findScore(key)
    const seller = meantSeller(scope, name, found)
    if (seller.score === null) throw noScore(seller.seller_code, period)
    return reply.type('application/json; charset=utf-8').send(seller.score as never) as never
  })
}

/** A seller, and its score of the asked period or the newest one as the JSON text of the answer; null without one. */
interface ScoredSeller extends SellerScope {
  seller_code: string
  score: string | null
}

/** The sellers of these keys with their scores, by key: two where a name is the code of one and the id of another. */
async function currentScores(db: Sql, keys: string[], by?: By): Promise<Map<string, ScoredSeller[]>> {
  const rows = await db.rows<ScoredSeller & { name: string }>(
    `select s.key as name, s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id,
            (select format(
                      '{"seller_code":%s,"period":"%s","total_sos":%s,"is_rated":%s,'
                      '"tier":{"name":%s,"color":%s,"benefits":%s},'
                      '"components":{${COMPONENTS.map((name) => `"${name}":{"raw":%s,"weighted":%s}`)}},'
                      '"trend":{"previous_sos":%s,"delta":%s,"direction":"%s"},'
                      '"top_opportunity":"%s","is_grace_period":%s,"before_contract":%s,"status":"%s"}',
                      to_json(s.seller_code), m.period, trim_scale(m.total_sos), to_json(m.is_rated),
                      to_json(m.tier_name), to_json(m.tier_color), to_json(m.tier_benefits),
                      ${COMPONENTS.map((name) => `trim_scale(m.${name}_raw), trim_scale(m.${name}_weighted)`)},
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
const keyOf = (name: string, period: string | undefined) => `${period ?? ''} ${name}`

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
