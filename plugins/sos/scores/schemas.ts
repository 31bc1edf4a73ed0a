import { type Static, Type } from '@sinclair/typebox'
import {
  Components,
  GracePeriod,
  Revision,
  ScoreRecord,
  ScoreStatus,
  TierShown,
  Trend,
} from '../../../src/domain/scores/score-record.ts'
import { Score, ScoreComponent } from '../../../src/domain/scores/score-schemas.ts'
import { Id, Nullable, Page, PageQuery, Period, Timestamp } from '../../../src/platform/schemas/schemas.ts'
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

export const CurrentScore = Type.Object({
  seller_code: sellerCode,
  period: Period({ description: 'The most recent period with a score' }),
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
export type CurrentScore = Static<typeof CurrentScore>

export const currentScoreSchema = {
  tags,
  operationId: 'getCurrentScore',
  summary: 'The most recent score of a seller',
  params,
  response: { 200: CurrentScore },
}

export const historySchema = {
  tags,
  operationId: 'getScoreHistory',
  summary: 'The scores of a seller over time',
  description: 'The newest 24 periods of the range, oldest first.',
  params,
  querystring: Type.Object(
    {
      from: Type.Optional(Period({ description: 'First period, inclusive' })),
      to: Type.Optional(Period({ description: 'Last period, inclusive' })),
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      seller_code: sellerCode,
      data: Type.Array(
        Type.Object({
          period: Period(),
          total_sos: Score(),
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

export const explanationSchema = {
  tags,
  operationId: 'getScoreExplanation',
  summary: 'Why a score is what it is',
  description:
    'Every step from the facts to the tier, with the configuration records and their versions, the exceptions, and a hash of all inputs. With it anyone can compute the score again.',
  params,
  querystring: Type.Object(
    {
      period: Type.Optional(Period({ description: 'Default: the most recent period with a score' })),
      revision: Type.Optional(
        Id({ description: 'Default: the newest. Each approved appeal makes a new one' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: ExplanationShown },
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

export const monthlySchema = {
  tags,
  operationId: 'listMonthlyScores',
  summary: 'List the scores of a period',
  querystring: Type.Object(
    {
      period: Type.Optional(Period({ description: 'Default: the current month' })),
      status: Type.Optional(ScoreStatus),
      am_id: Type.Optional(Id({ description: 'Account manager when the score was computed' })),
      ...PageQuery,
    },
    { additionalProperties: false },
  ),
  response: { 200: Page(ScoreRecord) },
}
