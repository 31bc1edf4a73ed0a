import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Explainer, explainer } from '../../../src/domain/scores/explainer.ts'
import { scoreOfOtherCode } from '../../../src/domain/scores/other-code.ts'
import { requireInScope, unknownSeller } from '../../../src/domain/sellers/scope.ts'
import { prefersCsv } from '../../../src/platform/csv/accept.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { inBatches } from '../../../src/platform/database/in-batches.ts'
import { tagOfText } from '../../../src/platform/http/answer-tags.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { asJson } from '../../../src/platform/http/json-text.ts'
import { keepVersions } from '../../../src/platform/http/keep-versions.ts'
import { notFound } from '../../../src/platform/http/problems.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { keyOf } from './asked-sellers.ts'
import { explanationVersions } from './explanation-versions.ts'
import { findEarlierRevision, findExplained, findExplanation } from './queries.ts'
import { noScore } from './reading.ts'
import type { explanationSchema } from './schemas.ts'

type Asked = FastifyRequest<{
  Params: { seller_code: string }
  Querystring: { period?: string; revision?: number }
}>

/** How many texts a process keeps, of some ten kilobytes each. */
const MOST_KEPT = 1_000

/**
 * Explains a score. The text of the newest revision is kept with the version of its rows, which was read before them:
 * a change in between leaves a text that no later version finds.
 */
export function explanationReader({ db }: FastifyInstance): Handler<typeof explanationSchema> {
  const findVersion = inBatches(db.quick, 'explanation-versions', (keys: string[]) =>
    explanationVersions(db.quick, keys),
  )
  const kept = keepVersions<{ text: string; tag: string }>(MOST_KEPT)

  async function make(request: Asked, reply: FastifyReply) {
    const text = reply.serialize(await explanationOf(request)) as string
    return { text, tag: tagOfText(text) }
  }

  return async (request, reply) => {
    const { seller_code } = request.params
    const { period, revision } = request.query
    if (revision !== undefined || prefersCsv(request)) return explanationOf(request)
    const key = keyOf(seller_code, period)
    const seller = await findVersion(key)
    if (!seller) throw unknownSeller(request.actor, seller_code)
    requireInScope(request.actor, seller)
    const { version } = seller
    const { text, tag } =
      kept.ofVersion(key, version) ??
      (await kept.keep(key, async () => ({ version, answer: await make(request, reply) })))
    return asJson(reply.header('etag', tag), text)
  }
}

async function explanationOf(request: Asked) {
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
export function explainerOf(db: Database): Explainer {
  const known = explainers.get(db) ?? explainer(db)
  explainers.set(db, known)
  return known
}
