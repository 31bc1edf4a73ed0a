import type { FastifyRequest } from 'fastify'
import { engineMismatch } from '../../../src/domain/scores/engine-mismatch.ts'
import { explainerOf } from '../../../src/domain/scores/explainer.ts'
import { reasonsOfScore, sincePrevious } from '../../../src/domain/scores/reasons-of-scores.ts'
import { meantSeller } from '../../../src/domain/sellers/find-seller.ts'
import { COMPONENT_WORDS } from '../../../src/domain/words/components.ts'
import { METRIC_WORDS } from '../../../src/domain/words/metrics.ts'
import { plainly } from '../../../src/domain/words/plainly.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { changedSentence, insteadOf } from '../../../src/scoring/changed-sentences.ts'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { type ExplainedScore, isChanged } from '../../../src/scoring/effects.ts'
import type { AppealExplanation, Explanation, MetricExplanation } from '../../../src/scoring/explanation.ts'
import { ZERO } from '../../../src/scoring/rational.ts'
import { metricSentence } from '../../../src/scoring/reason-sentences.ts'
import { noScore } from './get.ts'
import { correctionsOf, findEarlierRevision, findExplained, findExplanation } from './queries.ts'
import type { reasonsRoute } from './reasons-schema.ts'
import type { explanationRoute } from './schemas.ts'

/** Explains a score. */
export const getExplanation: Handler<typeof explanationRoute> = async (request) => {
  const known = await knownExplanation(request, request.params.seller_code, request.query)
  const { seller, score, stored, explanation, rules, prepared } = known
  const { CURRENCY } = request.server.env
  const corrections = score.revision > 1 ? await correctionsOf(request.server.db, score) : []
  const { metrics, tier, appeal, earlier_appeals, ...described } = describeExplanation(explanation, rules)
  const { period, calculated_at } = score
  return {
    ...resultOf(known),
    calculated_at,
    run: { id: stored.run_id, as_of: stored.as_of, feeds_in_use: stored.feeds_in_use },
    ...(stored.unnamed && { unnamed: stored.unnamed }),
    ...described,
    ...(appeal && { appeal: saidPlainly(appeal) }),
    ...(earlier_appeals && { earlier_appeals: earlier_appeals.map(saidPlainly) }),
    ...(corrections.length > 0 && { corrections }),
    other_losses: otherLosses(explanation, metrics),
    tier: { ...tier, sentence: plainly(tier.sentence) },
    metrics: metrics.map((metric) => ({
      ...metric,
      na_reason: metric.na_reason && plainly(metric.na_reason),
      sentence: plainly(metric.na_reason ?? valueSaid({ explanation, rules: prepared }, metric), CURRENCY),
      name: METRIC_WORDS[metric.metric]?.label ?? metric.metric,
      formula: METRIC_WORDS[metric.metric]?.sentence ?? metric.formula,
      facts: `/api/sos/sellers/${encodeURIComponent(seller.seller_code)}/score/facts?period=${period}&metric=${metric.metric}`,
    })),
  }
}

const saidPlainly = (appeal: AppealExplanation) => ({ ...appeal, sentence: plainly(appeal.sentence) })

/** What the total lacks or has beside what metrics lose: components without data, and what appeals and exceptions did. */
function otherLosses(
  explanation: Explanation,
  metrics: readonly { points_lost: number | null }[],
): { name: string; points_lost: number; sentence: string }[] {
  const estimated = COMPONENTS.map((name) => ({ name, ...explanation.components[name] })).filter(
    ({ has_data, points_lost }) => !has_data && points_lost > 0,
  )
  const named = [...metrics, ...estimated].reduce((all, { points_lost }) => all + (points_lost ?? 0), 0)
  const changed = Math.round(1e6 * (100 - explanation.total.after - named)) / 1e6
  return [
    ...estimated.map(({ name, imputed, points_lost }) => ({
      name: COMPONENT_WORDS[name].label,
      points_lost,
      sentence: imputed
        ? 'There is too little data: it counts as the others do on average.'
        : 'There is too little data.',
    })),
    ...(isChanged(explanation) && Math.abs(changed) >= 0.005
      ? [
          {
            name: 'Appeals and exceptions',
            points_lost: changed,
            sentence: plainly(changedSentence(explanation, changed)),
          },
        ]
      : []),
  ]
}

/** What a metric with a value came to, as its reason says it where it is one. */
function valueSaid({ explanation, rules }: ExplainedScore, metric: MetricExplanation) {
  const { component, metric: name } = metric
  const rule = rules?.components
    .find((one) => one.component === component)
    ?.metrics.find((one) => one.metric.name === name)
  return metricSentence({ metric, rule, weight: ZERO, points: ZERO }, insteadOf(explanation, component))
}

/**
 * A score, or an earlier revision of it, with its explanation and the rules of its run.
 * @throws 404 when there is no such seller, score or revision or its explanation is missing, 403 when the seller is
 * outside the scope, and 409 when it would have to be made of what other code has computed
 */
export async function knownExplanation(
  request: FastifyRequest,
  codeOrId: string,
  { period, revision }: { period?: string; revision?: number },
) {
  const { server } = request
  const { score: current, stored: kept, ...seller } = await explainedScore(request, codeOrId, period)
  const name = `score of ${seller.seller_code} in ${current.period}`
  const isNewest = revision === undefined || revision === current.revision
  const score = isNewest ? current : await findEarlierRevision(server.db, current, revision)
  if (!score) throw notFound('revision_not_found', `The ${name} has no revision ${revision}.`)
  const stored = isNewest ? kept : await findExplanation(server.db, score)
  if (!stored) throw notFound('explanation_not_found', `The ${name} has no explanation.`)
  const { explain, rulesOf } = explainerOf(server.db)
  const explanation = await explain(stored, score)
  if (!explanation) throw engineMismatch({ seller_code: seller.seller_code, period: score.period })
  return { seller, score, stored, explanation, ...(await rulesOf(stored.run_id)) }
}

type Known = Awaited<ReturnType<typeof knownExplanation>>

/** Which score it is, and what it comes to. */
const resultOf = ({ seller, score: { period, revision, status, total_sos }, explanation }: Known) => ({
  seller_code: seller.seller_code,
  ...{ period, revision, status, total_sos },
  is_rated: explanation.tier.is_rated,
})

/** The seller in scope, with its score. @throws 404 where there is none, 403 outside the scope */
async function explainedScore({ server, scope, query }: FastifyRequest, name: string, period?: string) {
  const { by } = query as { by?: By }
  const found = meantSeller(scope, name, await findExplained(server.db, name, { by, period }))
  const { score } = found
  if (!score) throw noScore(found.seller_code, period)
  return { ...found, score }
}

/** Answers what takes most points from a score. @throws as the explanation does */
export const getReasons: Handler<typeof reasonsRoute> = async (request) => {
  const { db, env } = request.server
  const known = await knownExplanation(request, request.params.seller_code, request.query)
  const { score, stored, explanation } = known
  const { seller_id } = score
  const { run_id } = stored
  const kept = { seller_id, run_id, explanation }
  const explainer = explainerOf(db)
  return {
    ...resultOf(known),
    tier: explanation.tier.name,
    previous_period: explanation.trend.previous_period,
    ...(await reasonsOfScore(db, explainer, kept, env.CURRENCY)),
    since_previous: await sincePrevious(db, explainer, kept, score),
  }
}
