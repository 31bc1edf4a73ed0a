import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { engineMismatch, explainer, type KeptScore } from '../../../src/domain/scores/explainer.ts'
import { PREVIOUS_OF_M, type PreviousScore } from '../../../src/domain/scores/renew-trends.ts'
import { NUMBERS_OF_M, type ScoreRow } from '../../../src/domain/scores/score-row.ts'
import { knownSeller } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import { SCORE } from '../../../src/domain/sellers/seller-name.ts'
import { COMPONENT_WORDS } from '../../../src/domain/words/components.ts'
import { METRIC_WORDS } from '../../../src/domain/words/metrics.ts'
import { plainly } from '../../../src/domain/words/plainly.ts'
import type { Unnamed } from '../../../src/feeds/faults.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Closed, Id } from '../../../src/platform/schemas/schemas.ts'
import { changedSentence, insteadOf } from '../../../src/scoring/changed-sentences.ts'
import { COMPONENTS } from '../../../src/scoring/components.ts'
import { describeExplanation } from '../../../src/scoring/describe.ts'
import { type ExplainedScore, isChanged } from '../../../src/scoring/effects.ts'
import type { AppealExplanation, Explanation, MetricExplanation } from '../../../src/scoring/explanation.ts'
import type { Counting } from '../../../src/scoring/month.ts'
import { ZERO } from '../../../src/scoring/rational.ts'
import { metricSentence } from '../../../src/scoring/reason-sentences.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'
import { computeTrend } from '../../../src/scoring/trend.ts'
import { ExplanationShown, OF_OTHER_CODE, type PastCorrection, params, scoredPeriod } from './schemas.ts'

export const explanationQuery = Closed({
  period: scoredPeriod,
  revision: Type.Optional(
    Id({ description: 'Default: the newest. Each approved appeal and each correction makes a new one' }),
  ),
})

export const getExplanation = endpoint('GET', `${SCORE}/explanation`, 'seller-scores.read', {
  operationId: 'getScoreExplanation',
  summary: 'Why a score is what it is',
  description:
    'Every step from the facts to the tier, with the configuration records and their versions, the exceptions, and a hash of all inputs. With it anyone can compute the score again.',
  params,
  querystring: explanationQuery,
  response: { 200: ExplanationShown, ...OF_OTHER_CODE },
})(async (request) => {
  const known = await knownExplanation(request)
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
    ...(rules.helpdesk_before && { helpdesk_before: rules.helpdesk_before }),
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
})

const saidPlainly = (appeal: AppealExplanation) => ({ ...appeal, sentence: plainly(appeal.sentence) })

/** What the total lacks or has beside what metrics lose: components that do not count, and what appeals and exceptions did. */
function otherLosses(explanation: Explanation, metrics: readonly { points_lost: number | null }[]) {
  const leftOut = new Set(
    explanation.exceptions.flatMap(({ applies, rule, target }) =>
      applies && (rule as { op?: unknown } | null)?.op === 'exclude' ? [target] : [],
    ),
  )
  const estimated = COMPONENTS.map((name) => ({ name, ...explanation.components[name] })).filter(
    ({ has_data, points_lost }) => !has_data && points_lost > 0,
  )
  const named = [...metrics, ...estimated].reduce((all, { points_lost }) => all + (points_lost ?? 0), 0)
  const changed = Math.round(1e6 * (100 - explanation.total.after - named)) / 1e6
  return [
    ...estimated.map(({ name, imputed, points_lost }) => ({
      name: COMPONENT_WORDS[name].label,
      points_lost,
      sentence: `${leftOut.has(name) ? 'An exception left it out' : 'There is too little data'}${imputed ? ': it counts as the other components do on average' : ''}.`,
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

function valueSaid({ explanation, rules }: ExplainedScore, metric: MetricExplanation) {
  const { component, metric: name } = metric
  const rule = rules?.components
    .find((one) => one.component === component)
    ?.metrics.find((one) => one.metric.name === name)
  return metricSentence({ metric, rule, weight: ZERO, points: ZERO }, insteadOf(explanation, component))
}

/**
 * A score, or an earlier revision of it, with its explanation and the rules of its run. What is kept of a final score has
 * the trend that it was made with: the newest revision has today's instead, as the score itself.
 * @throws 404 when there is no such seller, score or revision or its explanation is missing, 403 when the seller is
 * outside the scope, and 409 when it would have to be made of what other code has computed
 */
export async function knownExplanation({ server, scope, params, query }: Asking) {
  const { period, revision } = query
  const code = params.seller_code
  const found = knownSeller(scope, code, await findExplained(server.db, code, query))
  const { scored, run_id, ...score } = found
  if (scored === null) throw noScore(score.seller_code, period)
  const named = `score of ${score.seller_code} in ${scored}`
  if (score.revision === null)
    throw notFound('revision_not_found', `The ${named} has no revision ${revision}.`)
  if (run_id === null) throw notFound('explanation_not_found', `The ${named} has no explanation.`)
  const { explain, rulesOf } = explainer(server.db)
  const explained = await explain({ ...score, run_id })
  if (!explained) throw engineMismatch(score)
  const { rules } = await rulesOf(run_id)
  const { previous, total_sos, is_rated } = score
  const trend = score.is_newest
    ? {
        previous_period: previous?.period ?? null,
        ...computeTrend(total_sos, previous?.total_sos ?? null, is_rated),
      }
    : explained.explanation.trend
  return {
    score: { ...score, revision: score.revision, run_id },
    explained: { ...explained, explanation: { ...explained.explanation, trend } },
    rules,
  }
}

type Asking = Pick<FastifyRequest, 'server' | 'scope'> & {
  params: { seller_code: string }
  query: Static<typeof explanationQuery>
}

type Known = Awaited<ReturnType<typeof knownExplanation>>

/** Which score it is, and what it comes to. */
export const resultOf = ({
  score: { seller_code, period, revision, status, total_sos },
  explained,
}: Known) => ({
  ...{ seller_code, period, revision, status, total_sos },
  is_rated: explained.explanation.tier.is_rated,
})

/** Why a seller has no score of the asked period, or none at all. */
export const noScore = (seller_code: string, period?: string) =>
  notFound(
    'score_not_found',
    period ? `${seller_code} has no score of ${period}.` : `${seller_code} has no score yet.`,
  )

const correctionsOf = (db: Sql, score: { seller_id: number; period: string; revision: number }) =>
  db.rows<PastCorrection>(
    `select r.correction_id as id, r.replaced_at as at, c.reason, (r.score->>'total_sos')::float8 as total_before,
            coalesce((n.score->>'total_sos')::float8, m.total_sos::float8) as total_after
     from score_revisions r join monthly_scores m using (seller_id, period)
       join corrections c on c.id = r.correction_id
       left join score_revisions n
         on n.seller_id = r.seller_id and n.period = r.period and n.revision = r.revision + 1
     where r.seller_id = $1 and r.period = $2 and r.revision < $3 and r.correction_id is not null
     order by r.revision`,
    [score.seller_id, score.period, score.revision],
    'score-corrections',
  )

/** `scored` is the period of the score, null without one; `revision` and `run_id` are null where nothing is kept. */
type FoundExplanation = SellerScope &
  Omit<KeptScore, 'run_id'> &
  Pick<ScoreRow, 'seller_id' | 'period' | 'status' | 'calculated_at'> & {
    seller_code: string
    scored: string | null
    revision: number | null
    is_newest: boolean
    run_id: number | null
    previous: PreviousScore | null
    month_start: string
    as_of: string
    as_of_date: string
    counting: Counting | null
    feeds_in_use: FeedsInUse
    unnamed: Unnamed | null
  }

/** All of it by one statement, which is asked for often. */
const findExplained = (db: Sql, code: string, { period, revision }: Asking['query']) =>
  db.row<FoundExplanation>(
    `select s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id, newest.period as scored,
            m.period, m.revision, m.revision = newest.revision as is_newest, m.status, m.calculated_at, ${NUMBERS_OF_M},
            e.inputs, e.explanation, e.unnamed,
            (select to_json(p) from (${PREVIOUS_OF_M}) p) as previous,
            r.id as run_id, r.month_start, r.as_of, r.as_of_date, r.counting, r.feeds_in_use
     from sellers s
       left join lateral (
         select * from monthly_scores where seller_id = s.id and ($2::text is null or period = $2)
         order by period desc limit 1) newest on true
       left join lateral (
         select newest.* where $3::int is null or newest.revision = $3
         union all
         select before.* from score_revisions k, jsonb_populate_record(null::monthly_scores, k.score) before
         where k.seller_id = newest.seller_id and k.period = newest.period and k.revision = $3) m on true
       left join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
       left join scoring_runs r on r.id = e.run_id
     where s.seller_code = $1`,
    [code, period, revision],
    'explained',
  )
