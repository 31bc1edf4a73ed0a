import type { FastifyRequest } from 'fastify'
import { engineMismatch, explainerOf } from '../../../src/domain/scores/explainer.ts'
import { reasonsOfScore, sincePrevious } from '../../../src/domain/scores/reasons-of-scores.ts'
import { meantSeller } from '../../../src/domain/sellers/find-seller.ts'
import { COMPONENT_WORDS } from '../../../src/domain/words/components.ts'
import { METRIC_WORDS } from '../../../src/domain/words/metrics.ts'
import { plainly } from '../../../src/domain/words/plainly.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { changedSentence, insteadOf } from '../../../src/scoring/changed-sentences.ts'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { type ExplainedScore, isChanged } from '../../../src/scoring/effects.ts'
import type { AppealExplanation, Explanation, MetricExplanation } from '../../../src/scoring/explanation.ts'
import { ZERO } from '../../../src/scoring/rational.ts'
import { metricSentence } from '../../../src/scoring/reason-sentences.ts'
import { noScore } from './get.ts'
import { correctionsOf, findExplained } from './queries.ts'
import type { reasonsRoute } from './reasons-schema.ts'
import type { explanationRoute } from './schemas.ts'

/** Explains a score. */
export const getExplanation: Handler<typeof explanationRoute> = async (request) => {
  const known = await knownExplanation(request, request.params.seller_code, request.query)
  const { score, explained, rules } = known
  const { explanation } = explained
  const { CURRENCY } = request.server.env
  const corrections = score.revision > 1 ? await correctionsOf(request.server.db, score) : []
  const { metrics, tier, appeal, earlier_appeals, ...described } = describeExplanation(explanation, rules)
  const { seller_code, period, calculated_at, run_id, as_of, feeds_in_use, unnamed } = score
  return {
    ...resultOf(known),
    calculated_at,
    run: { id: run_id, as_of, feeds_in_use },
    ...(unnamed && { unnamed }),
    ...described,
    ...(appeal && { appeal: saidPlainly(appeal) }),
    ...(earlier_appeals && { earlier_appeals: earlier_appeals.map(saidPlainly) }),
    ...(corrections.length > 0 && { corrections }),
    other_losses: otherLosses(explanation, metrics),
    tier: { ...tier, sentence: plainly(tier.sentence) },
    metrics: metrics.map((metric) => ({
      ...metric,
      na_reason: metric.na_reason && plainly(metric.na_reason),
      sentence: plainly(metric.na_reason ?? valueSaid(explained, metric), CURRENCY),
      name: METRIC_WORDS[metric.metric]?.label ?? metric.metric,
      formula: METRIC_WORDS[metric.metric]?.sentence ?? metric.formula,
      facts: `/api/sos/sellers/${encodeURIComponent(seller_code)}/score/facts?period=${period}&metric=${metric.metric}`,
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
  { server, scope, query }: FastifyRequest,
  name: string,
  { period, revision }: { period?: string; revision?: number },
) {
  const { by } = query as { by?: By }
  const found = meantSeller(scope, name, await findExplained(server.db, name, { by, period, revision }))
  const { scored, run_id, ...score } = found
  if (scored === null) throw noScore(score.seller_code, period)
  const named = `score of ${score.seller_code} in ${scored}`
  if (score.revision === null)
    throw notFound('revision_not_found', `The ${named} has no revision ${revision}.`)
  if (run_id === null) throw notFound('explanation_not_found', `The ${named} has no explanation.`)
  const { explain, rulesOf } = explainerOf(server.db)
  const explained = await explain({ ...score, run_id })
  if (!explained) throw engineMismatch(score)
  const { rules } = await rulesOf(run_id)
  return { score: { ...score, revision: score.revision, run_id }, explained, rules }
}

type Known = Awaited<ReturnType<typeof knownExplanation>>

/** Which score it is, and what it comes to. */
const resultOf = ({ score: { seller_code, period, revision, status, total_sos }, explained }: Known) => ({
  ...{ seller_code, period, revision, status, total_sos },
  is_rated: explained.explanation.tier.is_rated,
})

/** Answers what takes most points from a score. @throws as the explanation does */
export const getReasons: Handler<typeof reasonsRoute> = async (request) => {
  const { db, env } = request.server
  const known = await knownExplanation(request, request.params.seller_code, request.query)
  const { score, explained } = known
  const { tier, trend } = explained.explanation
  const explainer = explainerOf(db)
  const of = { ...explained, seller_id: score.seller_id }
  return {
    ...resultOf(known),
    tier: tier.name,
    previous_period: trend.previous_period,
    ...(await reasonsOfScore(db, explainer, of, env.CURRENCY)),
    since_previous: await sincePrevious(db, explainer, of, score),
  }
}
