import type { FastifyRequest } from 'fastify'
import { periodOf } from '../../../src/domain/business-time.ts'
import { rulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import { componentsOf, recordOf, type ScoreRow, tierOf } from '../../../src/domain/scores/score-row.ts'
import { findSeller, type SellerRef } from '../../../src/domain/sellers/find-seller.ts'
import { requireInScope, scopeOf } from '../../../src/domain/sellers/scope.ts'
import { entityTag } from '../../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { badRequest, notFound } from '../../../src/platform/http/problems.ts'
import { pageOfScores } from './monthly-queries.ts'
import { findScore, scoreById, scoresBetween } from './queries.ts'
import {
  HISTORY_PERIODS,
  type historySchema,
  type monthlySchema,
  type monthlyScoreSchema,
  type tiersSchema,
} from './schemas.ts'

export const getHistory: Handler<typeof historySchema> = async (request) => {
  const { from, to, limit } = request.query
  if (from && to && from > to) throw badRequest('end_before_start', `from ${from} is after to ${to}`)
  const { id, seller_code } = await findSeller(request, request.params.seller_code)
  const rows = await scoresBetween(request.server.db, id, {
    from,
    to,
    most: Math.min(limit, HISTORY_PERIODS),
  })
  const data = rows.map((row) => ({
    seller_code,
    period: row.period,
    total_sos: row.total_sos,
    delta: row.delta_sos,
    is_rated: row.is_rated,
    tier: tierOf(row),
    components: componentsOf(row),
    status: row.status,
    revision: row.revision,
  }))
  return { seller_code, data }
}

export const listMonthlyScores: Handler<typeof monthlySchema> = ({ server, query, actor }) =>
  pageOfScores(server.db, { ...query, ...periodsAsked(server, query), portfolio_of: scopeOf(actor).am_id })

export const getMonthlyScore: Handler<typeof monthlyScoreSchema> = async (
  { server, actor, params: { id } },
  reply,
) => {
  const score = await scoreById(server.db, id)
  if (!score) throw notFound('score_not_found', `There is no monthly score ${id}.`)
  requireInScope(actor, score)
  reply.header('etag', entityTag(score.version))
  return recordOf(score)
}

export const listTiers: Handler<typeof tiersSchema> = async ({ server: { db, env, clock } }) => {
  const { tiers } = await rulesOf(db, ['tiers'], periodOf(clock.now(), env.BUSINESS_TIMEZONE))
  return { data: tiers.sort((a, b) => (b.min_score ?? -1) - (a.min_score ?? -1)) }
}

/**
 * The score of the seller that a path names, of the asked period or the most recent one.
 * @throws 404 when there is no such seller or score, 403 when the seller is outside the actor's scope
 */
export async function knownScore(
  request: FastifyRequest,
  codeOrId: string,
  period?: string,
): Promise<{ seller: SellerRef; score: ScoreRow }> {
  const seller = await findSeller(request, codeOrId)
  const score = await findScore(request.server.db, seller.id, period)
  if (!score) throw noScore(seller.seller_code, period)
  return { seller, score }
}

/** Why a seller has no score of the asked period, or none at all. */
export const noScore = (seller_code: string, period?: string) =>
  notFound(
    'score_not_found',
    period ? `${seller_code} has no score of ${period}.` : `${seller_code} has no score yet.`,
  )
