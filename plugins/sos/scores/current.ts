import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
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
import { knownSeller } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import { SCORE } from '../../../src/domain/sellers/seller-name.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { inBatches } from '../../../src/platform/database/statements/in-batches.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Closed, Period } from '../../../src/platform/schemas/schemas.ts'
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
  return endpoint('GET', SCORE, 'seller-scores.read', {
    operationId: 'getCurrentScore',
    summary: 'The most recent score of a seller, or that of a period',
    params,
    querystring: Closed({ period: scoredPeriod }),
    response: { 200: CurrentScore },
  })(async ({ scope, params: { seller_code }, query: { period } }, reply) => {
    const seller = knownSeller(scope, seller_code, await findScore(keyOf(seller_code, period)))
    if (seller.score === null) throw noScore(seller_code, period)
    return reply.type('application/json; charset=utf-8').send(seller.score as never) as never
  })
}

/** A seller, and its score of the asked period or the newest one as the JSON text of the answer; null without one. */
interface ScoredSeller extends SellerScope {
  seller_code: string
  score: string | null
}

async function currentScores(db: Sql, keys: string[]): Promise<Map<string, ScoredSeller>> {
  const blanks = keys.map((key) => key.indexOf(' '))
  const codes = keys.map((key, n) => key.slice(Number(blanks[n]) + 1))
  const periods = keys.map((key, n) => key.slice(0, blanks[n]) || null)
  const rows = await db.rows<ScoredSeller & { key: string }>(
    `select asked.key, s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id,
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
             where m.seller_id = s.id and (asked.period is null or m.period = asked.period)
             order by m.period desc limit 1) as score
     from unnest($1::text[], $2::text[], $3::text[]) asked (key, code, period)
       join sellers s on s.seller_code = asked.code`,
    [keys, codes, periods],
    'current-scores',
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** What is asked for, as one text: a seller, and a period or none. */
const keyOf = (name: string, period: string | undefined) => `${period ?? ''} ${name}`
