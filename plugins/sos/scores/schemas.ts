import { type Static, Type } from '@sinclair/typebox'
import { PeriodsQuery } from '../../../src/domain/scores/periods-asked.ts'
import {
  Components,
  GracePeriod,
  IsRated,
  RatedTotal,
  Revision,
  ScoreRecord,
  ScoreStatus,
  TierShown,
  Trend,
} from '../../../src/domain/scores/score-record.ts'
import { Score, ScoreComponent } from '../../../src/domain/scores/score-schemas.ts'
import { emptyInCsv } from '../../../src/platform/csv/columns.ts'
import { withRows } from '../../../src/platform/csv/list-schema.ts'
import { withETag } from '../../../src/platform/http/entity-tag.ts'
import { readAs } from '../../../src/platform/schemas/lenient.ts'
import {
  atMost,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Period,
  Text,
  Timestamp,
} from '../../../src/platform/schemas/schemas.ts'
import { DescribedExplanation } from '../../../src/scoring/describe.ts'
import { FeedsInUse } from '../runs/schemas.ts'

const tags = ['sos']

export const sellerCode = Type.String({ examples: ['SELLER-001'] })
/** The path of everything about a seller's scores. */
export const params = Type.Object({
  seller_code: Type.String({
    minLength: 1,
    description: 'Code or id of the seller',
    examples: ['SELLER-001'],
  }),
})

const scoredPeriod = Type.Optional(Period({ description: 'Default: the most recent period with a score' }))

export const CurrentScore = Type.Object({
  seller_code: sellerCode,
  period: Period(),
  total_sos: Score(),
  tier: TierShown,
  components: Components,
  trend: Trend,
  top_opportunity: ScoreComponent({
    description: 'The component that loses the most points',
    examples: ['o_score'],
  }),
  is_grace_period: GracePeriod,
  status: ScoreStatus,
})

export const currentScoreSchema = {
  tags,
  operationId: 'getCurrentScore',
  summary: 'The most recent score of a seller, or that of a period',
  params,
  querystring: Type.Object({ period: scoredPeriod }, { additionalProperties: false }),
  response: { 200: CurrentScore },
}

/** The most periods that a history shows. */
export const HISTORY_PERIODS = 24

export const historySchema = {
  tags,
  operationId: 'getScoreHistory',
  summary: 'The scores of a seller over time',
  description: 'The newest periods of the range, oldest first; 24 unless `limit` asks for fewer.',
  params,
  querystring: Type.Object(
    {
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
    },
    { additionalProperties: false },
  ),
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
          tier: TierShown,
          components: Components,
          status: ScoreStatus,
          revision: Revision,
        }),
      ),
    }),
  },
}

const ExplainedMetric = Type.Composite([
  DescribedExplanation.properties.metrics.items,
  Type.Object({
    facts: Type.String({
      description: 'Where the rows behind it are',
      examples: ['/api/sos/sellers/SELLER-001/score/facts?period=2026-10&metric=seller_cancel_rate'],
    }),
  }),
])

export const ExplanationShown = Type.Composite([
  Type.Object({
    seller_code: sellerCode,
    period: Period(),
    revision: Revision,
    status: ScoreStatus,
    total_sos: Score(),
    calculated_at: Timestamp(),
    run: Type.Object({
      id: Id(),
      as_of: Timestamp({ description: 'What happened later had not happened yet' }),
      feeds_in_use: FeedsInUse,
    }),
  }),
  Type.Omit(DescribedExplanation, ['metrics']),
  Type.Object({ metrics: Type.Array(ExplainedMetric, { description: 'Ranked by the points they lose' }) }),
])
export type ExplanationShown = Static<typeof ExplanationShown>

const { metric, component, ...ofMetric } = Type.Omit(ExplainedMetric, ['curve', 'params']).properties

/** A line of the explanation as CSV: a metric, with what it is part of. */
const MetricRow = Type.Object({
  seller_code: sellerCode,
  period: Period(),
  revision: Revision,
  status: ScoreStatus,
  total_sos: RatedTotal(),
  is_rated: IsRated,
  tier: TierShown.properties.name,
  component,
  raw: emptyInCsv(Score(), ({ imputed }: { imputed: boolean }) => imputed),
  weighted: Score(),
  imputed: Type.Boolean(),
  metric,
  ...ofMetric,
})
type MetricRow = Static<typeof MetricRow>

const metricRows = (shown: ExplanationShown): MetricRow[] =>
  shown.metrics.map((metric) => {
    const { raw, weighted, has_data } = shown.components[metric.component]
    return {
      ...metric,
      seller_code: shown.seller_code,
      period: shown.period,
      revision: shown.revision,
      status: shown.status,
      total_sos: shown.total_sos,
      is_rated: shown.tier.is_rated,
      tier: shown.tier.name,
      raw,
      weighted,
      imputed: !has_data,
    }
  })

/** What is explained of one score may be refused so. */
export const OF_OTHER_CODE = {
  409: { $ref: 'Problem#', description: 'Another version of the service has computed the score' },
}

export const explanationSchema = {
  tags,
  operationId: 'getScoreExplanation',
  summary: 'Why a score is what it is',
  description:
    'Every step from the facts to the tier, with the configuration records and their versions, the exceptions, and a hash of all inputs. With it anyone can compute the score again.',
  params,
  querystring: Type.Object(
    {
      period: scoredPeriod,
      revision: Type.Optional(
        Id({ description: 'Default: the newest. Each approved appeal makes a new one' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: withRows(ExplanationShown, MetricRow, metricRows), ...OF_OTHER_CODE },
}

export const tiersSchema = {
  tags,
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
}

export const monthlyScoreSchema = {
  tags,
  operationId: 'getMonthlyScore',
  summary: 'One monthly score by its id',
  params: Type.Object({ id: Id({ description: 'Id of the monthly score' }) }),
  response: { 200: withETag(ScoreRecord) },
}

export const monthlySchema = {
  tags,
  operationId: 'listMonthlyScores',
  summary: 'List the scores of a period, or of up to 24',
  querystring: Type.Object(
    {
      ...PeriodsQuery,
      status: Type.Optional(ScoreStatus),
      am_id: Type.Optional(Id({ description: 'Account manager when the score was computed' })),
      warehouse_id: Type.Optional(Id({ description: 'Warehouse of the seller when the score was computed' })),
      seller_code: Type.Optional(
        Text(100, { description: 'Code or id of one seller', examples: ['S-1001'] }),
      ),
      search: Type.Optional(
        Text(200, {
          description: 'Text anywhere in seller_code or company_name; upper and lower case are the same',
          examples: ['acme'],
        }),
      ),
      tier: Type.Optional(
        Text(80, { description: 'Name of the tier; upper and lower case are the same', examples: ['Gold'] }),
      ),
      sort: OneOf(['seller_code', '-seller_code', 'total_sos', '-total_sos', 'delta', '-delta'], {
        default: 'seller_code',
        description:
          'By what the list is sorted; - is from the highest down. Equals are in order of seller_code and period',
        examples: ['-total_sos'],
      }),
      ...PageQuery,
    },
    { additionalProperties: false },
  ),
  response: { 200: Page(ScoreRecord) },
}
