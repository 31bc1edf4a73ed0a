import { Type } from '@sinclair/typebox'
import { requireBegun, runningPeriod } from '../../../src/domain/business-time.ts'
import { APPEAL_DECIDED, COUNTED_SCORES, shownPeriod } from '../../../src/domain/scores/counted-scores.ts'
import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import { MetricName } from '../../../src/domain/scores/score-schemas.ts'
import { type Feed, paramsOf } from '../../../src/feeds/feed.ts'
import { monthUntilNow, type ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { changedFeeds } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { invalidField, notFound } from '../../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Closed, count, Nullable, Period, Problem } from '../../../src/platform/schemas/schemas.ts'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import { COMPONENTS, RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import { SCORING_TYPES, type ScoringType } from '../../../src/scoring/scoring-rules.ts'
import { Changes, type GivenChange, judgeChanges } from './changes.ts'

const mean = (description: string, example: number) =>
  Nullable(Type.Number({ examples: [example] }), { description })
const tier = (example: string) => Type.String({ description: 'Name of a tier', examples: [example] })
/** What changes would do to a month. Nothing is written. */
export const previewChanges = endpoint('POST', '/api/config/preview', 'config.read', {
  config: { idempotencyKey: false },
  operationId: 'previewConfigChanges',
  summary: 'What changes of the rules would do to a month',
  description:
    'Scores the month’s kept inputs under the current rules and under the changed ones, at once and without writing anything. Of more than 2,000 scores an even sample is taken. What the facts add up to stays as the month’s run has it, so other params of p and i metrics and helpdesk records take a backtest.',
  body: Closed({
    period: Type.Optional(
      Period({
        description:
          'Default: the running month, or the one before it while less than half of its scores are rated',
        examples: ['2026-05'],
      }),
    ),
    changes: Changes,
  }),
  response: {
    404: Problem('There are no scores of the month'),
    200: Type.Object({
      period: Period(),
      sellers: count('How many scores were computed', 188),
      sellers_total: count('How many scores of the month could be, with those outside the sample', 188),
      sampled: Type.Boolean({ description: 'true: an even sample by seller id', examples: [false] }),
      left_out: count('Scores that an appeal has decided', 2),
      without_inputs: count('Scores left out because an earlier release made them and kept no inputs', 0),
      mean_before: mean('Mean total under the current rules of those who are rated both times', 66.1),
      mean_after: mean('The same under the changed rules', 64.8),
      migration: Type.Array(
        Type.Object({ from: tier('Gold'), to: tier('Silver'), count: count('Sellers', 31) }),
        { description: 'How many have which tier before and after, those who keep theirs too' },
      ),
      movers: Type.Array(
        Type.Object({
          seller_code: Type.String({ examples: ['S-1018'] }),
          company_name: Type.String({ examples: ['Nordlicht GmbH'] }),
          total_before: Type.Number({ examples: [80.2] }),
          total_after: Type.Number({ examples: [77.9] }),
          delta: Type.Number({ description: 'total_after − total_before', examples: [-2.3] }),
          tier_before: tier('Gold'),
          tier_after: tier('Silver'),
        }),
        {
          description:
            '20 of those whose total or tier changes: who comes into another tier first, then the largest change; those who are unrated before or after stand last',
        },
      ),
      values: Type.Array(
        Type.Object({
          metric: MetricName({ examples: ['on_time_ready_rate'] }),
          values: Type.Array(Type.Number(), {
            description: 'The lowest first; of more than 100 as many, evenly among all',
            examples: [[88.2, 93.1, 97.4]],
          }),
        }),
        {
          description:
            'Which values sellers have of the metrics that the changes name, so that a curve is drawn where they are',
        },
      ),
    }),
  },
})(async (request, reply) => {
  const { body, server } = request
  const { db, env, feeds } = server
  const running = runningPeriod(server)
  const period = body.period ?? (await shownPeriod(db, running))
  requireBegun(server, period)
  const before = await currentRules(db, running)
  const { rules: after } = judgeChanges(before, body.changes)
  requireSameFacts(before, after, await monthUntilNow(db, period, env.BUSINESS_TIMEZONE), feeds)
  const { open, decided } = await countScores(db, period)
  if (open + decided === 0)
    throw notFound('score_not_found', `There are no scores of ${period}; calculate it first.`)
  const inputs = open === 0 ? [] : await keptInputs(db, period, { most: MOST_SCORES, of: open })
  const texts = inputs.filter((text) => text !== null)
  const { unreadable, movers, ...preview } = await server.threads.run<Task>(
    previewTask,
    { texts, before, after, metrics: metricsOf(body.changes) },
    clientDisconnected(reply),
  )
  const sellers = await db.rows<{ seller_code: string; company_name: string }>(
    'select seller_code, company_name from sellers where seller_code = any($1)',
    [movers.map(({ seller_code }) => seller_code)],
  )
  const names = new Map(sellers.map(({ seller_code, company_name }) => [seller_code, company_name]))
  return {
    period,
    sellers_total: open,
    sampled: open > MOST_SCORES,
    left_out: decided,
    without_inputs: inputs.length - texts.length + unreadable,
    ...preview,
    movers: movers.map((one) => ({ ...one, company_name: names.get(one.seller_code) ?? one.seller_code })),
  }
})

type Task = typeof import('../../../src/scoring/simulation/preview.ts').default

const previewTask = new URL('../../../src/scoring/simulation/preview.ts', import.meta.url)

/** Scores computed at the most, so that an editor has its answer at once. */
const MOST_SCORES = 2_000

const metricsOf = (changes: GivenChange[]) => [
  ...new Set(changes.flatMap(({ fields }) => (typeof fields?.metric === 'string' ? fields.metric : []))),
]

/** The types whose records are rules of metrics: those that are not scored any more may add up to anything. */
const METRIC_TYPES = COMPONENTS.map((component) => RULE_TYPE_OF[component])
const OTHER_TYPES = SCORING_TYPES.filter((type) => !(METRIC_TYPES as ScoringType[]).includes(type))

/**
 * Refuses rules under which the facts of a month add up to something else, because a preview adds nothing up: the
 * params of metrics say which facts count, helpdesk records what a ticket weighs and when it is late.
 * @throws 400
 */
export function requireSameFacts(
  before: RuleSet,
  after: RuleSet,
  month: ScoredMonth,
  feeds: readonly Feed[],
) {
  for (const { metric } of METRIC_TYPES.flatMap((type) => after[type]))
    if (canonicalJson(paramsOf(before, metric)) !== canonicalJson(paramsOf(after, metric)))
      throw takesBacktest(`changes of the params of ${metric}`)
  for (const type of OTHER_TYPES)
    if (changedFeeds(before, { ...before, [type]: after[type] }, month, feeds).length > 0)
      throw takesBacktest(`changes of ${type} records`)
}

const takesBacktest = (what: string) =>
  invalidField(
    `${what} change what the facts add up to: POST /api/backtests shows what they do, a preview can't`,
  )

/** How many scores of a month count: those that an appeal has decided, and all others. */
const countScores = (db: Sql, period: string) =>
  db.one<{ open: number; decided: number }>(
    `select count(*) filter (where not ${APPEAL_DECIDED}) as open, count(*) filter (where ${APPEAL_DECIDED}) as decided
     from ${COUNTED_SCORES} m where period = $1`,
    [period],
  )

/**
 * The kept inputs of a month's scores that no appeal has decided, null where none are kept: of all of them, or of
 * `most` that are evenly spread over the ids of their sellers.
 */
async function keptInputs(db: Sql, period: string, { most, of }: { most: number; of: number }) {
  return db.column<string | null>(
    `with scores as (
       select seller_id, revision, row_number() over (order by seller_id) as place
       from ${COUNTED_SCORES} m where period = $1 and not ${APPEAL_DECIDED}
     )
     select e.inputs
     from scores left join score_explanations e
       on e.seller_id = scores.seller_id and e.period = $1 and e.revision = scores.revision
     where place * $2 / $3 > (place - 1) * $2 / $3
     order by scores.seller_id`,
    [period, most, of],
  )
}
