import type { FastifyRequest } from 'fastify'
import { type Explainer, explainer } from '../../../src/domain/scores/explainer.ts'
import { scoreOfOtherCode } from '../../../src/domain/scores/other-code.ts'
import { requireInScope, unknownSeller } from '../../../src/domain/sellers/scope.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { notFound } from '../../../src/platform/http/problems.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { findEarlierRevision, findExplained, findExplanation } from './queries.ts'
import { noScore } from './reading.ts'
import type { explanationSchema } from './schemas.ts'

export const getExplanation: Handler<typeof explanationSchema> = async (request) => {
  const { seller, score, stored, explanation, rules } = await knownExplanation(
    request,
    request.params.seller_code,
    request.query,
  )
  const { metrics, ...described } = describeExplanation(explanation, rules)
  const { period, revision, status, total_sos, calculated_at } = score
  return {
    seller_code: seller.seller_code,
    period,
    revision,
    status,
    total_sos,
    calculated_at,
    run: { id: stored.run_id, as_of: stored.as_of, feeds_in_use: stored.feeds_in_use },
    ...described,
    metrics: metrics.map((metric) => ({
      ...metric,
      facts: `/api/sos/sellers/${encodeURIComponent(seller.seller_code)}/score/facts?period=${period}&metric=${metric.metric}`,
    })),
  }
}

/**
 * A score, or an earlier revision of it, with its explanation and the rules of its run.
 * @throws as knownScore does, 404 when there is no such revision or its explanation is missing, and 409 when it would
 * have to be made of what other code has computed
 */
export async function knownExplanation(
  request: FastifyRequest,
  codeOrId: string,
  { period, revision }: { period?: string; revision?: number },
) {
  const { server } = request
  const { score: newest, stored: kept, ...seller } = await explainedScore(request, codeOrId, period)
  const name = `score of ${seller.seller_code} in ${newest.period}`
  const isNewest = revision === undefined || revision === newest.revision
  const score = isNewest ? newest : await findEarlierRevision(server.db, newest, revision)
  if (!score) throw notFound('revision_not_found', `The ${name} has no revision ${revision}.`)
  const stored = isNewest ? kept : await findExplanation(server.db, score)
  if (!stored) throw notFound('explanation_not_found', `The ${name} has no explanation.`)
  const { explain, rulesOf } = explainerOf(server.db)
  const explanation = await explain(stored, score)
  if (!explanation) throw scoreOfOtherCode({ seller_code: seller.seller_code, period: score.period })
  return { seller, score, stored, explanation, rules: (await rulesOf(stored.run_id)).rules }
}

/** The seller in the actor's scope, with its score. @throws as findSeller and knownScore do */
async function explainedScore({ server, actor }: FastifyRequest, codeOrId: string, period?: string) {
  const found = await findExplained(server.db, codeOrId, period)
  if (!found) throw unknownSeller(actor, codeOrId)
  requireInScope(actor, found)
  const { score } = found
  if (!score) throw noScore(found.seller_code, period)
  return { ...found, score }
}

const explainers = new WeakMap<Database, Explainer>()

/** The explainer of all requests: runs that are asked about again are known. */
function explainerOf(db: Database): Explainer {
  const known = explainers.get(db) ?? explainer(db)
  explainers.set(db, known)
  return known
}
