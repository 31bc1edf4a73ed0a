import { type Static, Type } from '@sinclair/typebox'
import { PeriodsQuery } from '../../../src/domain/scores/periods-asked.ts'
import {
  BeforeContract,
  Components,
  GracePeriod,
  IsRated,
  RatedTotal,
  Revision,
  ScoreRecord,
  ScoreStatus,
  TierShown,
  Total,
  Trend,
} from '../../../src/domain/scores/score-record.ts'
import { MetricName, Score, ScoreComponent } from '../../../src/domain/scores/score-schemas.ts'
import { IsBlocked } from '../../../src/domain/sellers/payment-block.ts'
import { SellerName } from '../../../src/domain/sellers/seller-name.ts'
import { emptyInCsv, withRows } from '../../../src/platform/csv/list-schema.ts'
import { route, withETag } from '../../../src/platform/http/route.ts'
import {
  atMost,
  ByQuery,
  Closed,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Period,
  readAs,
  Text,
  Timestamp,
} from '../../../src/platform/schemas/schemas.ts'
import { DescribedExplanation } from '../../../src/scoring/describe.ts'
import { FEEDS_WITH_FAULT } from '../../../src/scoring/left-out.ts'
import { NA_REASONS } from '../../../src/scoring/measure.ts'
import { FeedsInUse } from '../runs/schemas.ts'

export const sellerCode = Type.String({ examples: ['SELLER-001'] })
/** The path of everything about a seller's scores. */
export const params = Type.Object({ seller_code: SellerName })

const scoredPeriod = Type.Optional(Period({ description: 'Default: the most recent period with a score' }))

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

export const currentScoreRoute = route('GET', '/api/sos/sellers/:seller_code/score', 'seller-scores.read', {
  config: { answersTag: true },
  operationId: 'getCurrentScore',
  summary: 'The most recent score of a seller, or that of a period',
  params,
  querystring: Closed({ ...ByQuery, period: scoredPeriod }),
  response: { 200: CurrentScore },
})

/** The most periods that a history shows. */
export const HISTORY_PERIODS = 24

export const historyRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/history',
  'seller-scores.read',
  {
    config: { answersTag: true },
    operationId: 'getScoreHistory',
    summary: 'The scores of a seller over time',
    description: 'The newest periods of the range, oldest first; 24 unless `limit` asks for fewer.',
    params,
    querystring: Closed({
      ...ByQuery,
      from: Type.Optional(Period({ description: 'First period, inclusive' })),
      to: Type.Optional(Period({ description: 'Last period, inclusive' })),
      limit: readAs(
        Type.Integer({
          minimum: 1,
          maximum: HISTORY_PERIODS,
          default: HISTORY_PERIODS,
          description: 'How many periods; more than 24 becomes 24',
          examples: [12],
        }),
        atMost(HISTORY_PERIODS),
      ),
    }),
    response: {
      200: Type.Object({
        seller_code: sellerCode,
        data: Type.Array(
          Type.Object({
            seller_code: sellerCode,
            period: Period(),
            total_sos: RatedTotal(),
            delta: Trend.properties.delta,
            is_rated: IsRated,
            before_contract: BeforeContract,
            tier: TierShown,
            components: Components,
            status: ScoreStatus,
            revision: Revision,
          }),
        ),
      }),
    },
  },
)

const described = DescribedExplanation.properties.metrics.items.properties
const ExplainedMetric = Type.Composite([
  Type.Object({
    ...described,
    metric: MetricName({ examples: ['seller_cancel_rate'] }),
    formula: Type.String({
      description: 'How it is counted, in words; docs/metrics.md has the formulas',
      examples: ['The share of the month’s orders cancelled by the seller’s fault.'],
    }),
    na: Nullable(OneOf([...NA_REASONS]), { description: described.na.description }),
  }),
  Type.Object({
    name: Type.String({ description: 'What people call it', examples: ['Cancelled by the seller'] }),
    sentence: Type.String({
      description: 'What it came to in its own unit, for people; why it has no value, where it has none',
      examples: ['2 of 40 orders were cancelled because of the seller: 5 %. Full points up to 0.5 %.'],
    }),
    facts: Type.String({
      description: 'Where the rows behind it are',
      examples: ['/api/sos/sellers/SELLER-001/score/facts?period=2026-10&metric=seller_cancel_rate'],
    }),
  }),
])

/** Which score it is, and what it comes to. */
export const scoreResult = {
  seller_code: sellerCode,
  period: Period(),
  revision: Revision,
  status: ScoreStatus,
  total_sos: Total(),
  is_rated: IsRated,
}

/** A correction that a score went through, and what it made of the total. */
const PastCorrection = Type.Object({
  id: Id({ description: 'Of GET /api/sos/monthly/corrections/{id}' }),
  at: Timestamp(),
  reason: Type.String({ examples: ['Late tickets of the old ticket system'] }),
  total_before: Score(),
  total_after: Score(),
})
export type PastCorrection = Static<typeof PastCorrection>

const ExplanationShown = Type.Composite([
  Type.Object({
    ...scoreResult,
    calculated_at: Timestamp(),
    run: Type.Object({
      id: Id(),
      as_of: Timestamp({ description: 'What happened later had not happened yet' }),
      feeds_in_use: FeedsInUse,
    }),
    unnamed: Type.Optional(
      Type.Object(
        Object.fromEntries(
          FEEDS_WITH_FAULT.map((feed) => [feed, Type.Optional(Type.Integer({ examples: [3] }))]),
        ),
        {
          description:
            'How many late orders, tickets and returns named no fault when it was calculated; absent where none did, and of corrected scores. No part of what input_hash and certificates are of',
        },
      ),
    ),
  }),
  Type.Omit(DescribedExplanation, ['metrics']),
  Type.Object({
    metrics: Type.Array(ExplainedMetric, { description: 'Ranked by the points they lose' }),
    corrections: Type.Optional(
      Type.Array(PastCorrection, {
        description: 'What put the score right after it was final, the oldest first; absent without any',
      }),
    ),
    other_losses: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['Appeals and exceptions'] }),
        points_lost: Type.Number({
          description: 'To 6 decimals; below zero where points are given back',
          examples: [-0.69],
        }),
        sentence: Type.String({
          examples: ['1 decided appeal added 0.69 points to what the metrics bring.'],
        }),
      }),
      {
        description:
          'What the total loses beside its metrics: components without data, and what appeals and exceptions gave back or took. With the points that metrics lose they add up to what it lacks to 100',
      },
    ),
  }),
])
type ExplanationShown = Static<typeof ExplanationShown>

const { metric, component, ...ofMetric } = Type.Omit(ExplainedMetric, ['curve', 'params']).properties

/** A line of the explanation as CSV: a metric, with what it is part of. */
const MetricRow = Type.Object({
  ...scoreResult,
  total_sos: RatedTotal(),
  tier: TierShown.properties.name,
  component,
  raw: emptyInCsv(Score(), ({ imputed }: { imputed: boolean }) => imputed),
  weighted: Score(),
  imputed: Type.Boolean(),
  metric,
  ...ofMetric,
})

const metricRows = (shown: ExplanationShown): Static<typeof MetricRow>[] =>
  shown.metrics.map((metric) => {
    const { raw, weighted, has_data } = shown.components[metric.component]
    return { ...shown, ...metric, tier: shown.tier.name, raw, weighted, imputed: !has_data }
  })

/** What is explained of one score may be refused so. */
export const OF_OTHER_CODE = {
  409: { $ref: 'Problem#', description: 'Another version of the service has computed the score' },
}

export const explanationRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/explanation',
  'seller-scores.read',
  {
    config: { answersTag: true },
    operationId: 'getScoreExplanation',
    summary: 'Why a score is what it is',
    description:
      'Every step from the facts to the tier, with the configuration records and their versions, the exceptions, and a hash of all inputs. With it anyone can compute the score again.',
    params,
    querystring: Closed({
      ...ByQuery,
      period: scoredPeriod,
      revision: Type.Optional(
        Id({ description: 'Default: the newest. Each approved appeal makes a new one' }),
      ),
    }),
    response: { 200: withRows(ExplanationShown, MetricRow, metricRows), ...OF_OTHER_CODE },
  },
)

export const tiersRoute = route('GET', '/api/sos/tiers', 'public', {
  config: { answersTag: true },
  operationId: 'listTiers',
  summary: 'The tiers of the current month, highest first',
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          name: TierShown.properties.name,
          rank: Type.Integer({ examples: [4] }),
          min_score: Nullable(Score(), {
            description: 'The lowest total; null for the tier of sellers with too little data',
          }),
          min_component_score: Score({
            description: 'What every component with data must reach',
            examples: [50],
          }),
          color: TierShown.properties.color,
          benefits: TierShown.properties.benefits,
        }),
      ),
    }),
  },
})

export const monthlyScoreRoute = route('GET', '/api/sos/monthly/:id', 'scores.read', {
  operationId: 'getMonthlyScore',
  summary: 'One monthly score by its id',
  params: Type.Object({ id: Id({ description: 'Id of the monthly score' }) }),
  response: { 200: withETag(ScoreRecord) },
})

const ListedScore = Type.Composite([ScoreRecord, Type.Object({ is_blocked: IsBlocked })])

export const monthlyRoute = route('GET', '/api/sos/monthly', 'scores.read', {
  operationId: 'listMonthlyScores',
  summary: 'List the scores of a period, or of up to 24',
  querystring: Closed({
    ...PeriodsQuery,
    status: Type.Optional(ScoreStatus),
    am_id: Type.Optional(Id({ description: 'Account manager when the score was computed' })),
    warehouse_id: Type.Optional(Id({ description: 'Warehouse of the seller when the score was computed' })),
    ...ByQuery,
    seller_code: Type.Optional(Text(100, { description: 'Code or id of one seller', examples: ['S-1001'] })),
    search: Type.Optional(
      Text(200, {
        description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
        examples: ['acme'],
      }),
    ),
    tier: Type.Optional(
      Text(80, { description: 'Name of the tier; upper and lower case are the same', examples: ['Gold'] }),
    ),
    before_contract: Type.Optional(
      Type.Boolean({
        description:
          'false: only scores that count, as many as the dashboard, the trend and the summary say; true: only those of months before their seller’s contract',
        examples: [false],
      }),
    ),
    is_blocked: Type.Optional(
      Type.Boolean({
        description:
          'true: only sellers whose orders are blocked now, whatever the period; false: only the others',
        examples: [true],
      }),
    ),
    sort: OneOf(['seller_code', '-seller_code', 'total_sos', '-total_sos', 'delta', '-delta'], {
      default: 'seller_code',
      description:
        'By what the list is sorted; - is from the highest down, by total_sos and delta with the unrated last in both. Equals are in order of seller_code and period',
      examples: ['-total_sos'],
    }),
    ...PageQuery,
  }),
  response: { 200: Page(ListedScore) },
})
