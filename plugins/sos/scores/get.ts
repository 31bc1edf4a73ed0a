import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import { lookUp } from '../../../src/domain/id-or-code.ts'
import { rulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import { componentsOf, recordOf, tierOf } from '../../../src/domain/scores/score-row.ts'
import {
  findSeller,
  meantSeller,
  sellerInScope,
  sellersNamed,
} from '../../../src/domain/sellers/find-seller.ts'
import { requireInScope } from '../../../src/domain/sellers/scope.ts'
import { inBatches } from '../../../src/platform/database/statements/in-batches.ts'
import { entityTag } from '../../../src/platform/http/answers/entity-tag.ts'
import { asJson } from '../../../src/platform/http/answers/json-text.ts'
import { badRequest, notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { keyOf } from './asked-sellers.ts'
import { pageOfScores } from './monthly-queries.ts'
import { currentScores, scoreById, scoresBetween } from './queries.ts'
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
    before_contract: row.before_contract,
    tier: tierOf(row),
    components: componentsOf(row),
    status: row.status,
    revision: row.revision,
    imputed: row.imputed, // no field of the answer: by it CSV leaves cells empty
  }))
  return { seller_code, data }
}

export const listMonthlyScores: Handler<typeof monthlyRoute> = async (request) => {
  const { server, scope } = request
  const { by, seller_code, ...query } = request.query
  const seller = seller_code === undefined ? {} : await sellerAsked(request, seller_code, by)
  const portfolio_of = scope.am_id
  return pageOfScores(server.db, { ...query, ...seller, ...periodsAsked(server, query), portfolio_of })
}

/** What a list is narrowed to: what can only be a code stays one, without a look at the sellers. */
async function sellerAsked({ server, scope }: FastifyRequest, name: string, by: By | undefined) {
  const [code, id] = lookUp(name, by)
  if (id === 0) return { seller_code: code }
  const seller = sellerInScope(scope, name, await sellersNamed(server.db, name, by))
  return { seller_id: seller?.id ?? 0 }
}

export const getMonthlyScore: Handler<typeof monthlyScoreRoute> = async (
  { server, scope, params: { id } },
  reply,
) => {
  const score = await scoreById(server.db, id)
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
    return asJson(reply, seller.score)
  }
}
