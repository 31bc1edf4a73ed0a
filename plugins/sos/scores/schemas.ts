import { type Static, Type } from '@sinclair/typebox'
import { IsRated, Revision, ScoreStatus, Total, Trend } from '../../../src/domain/scores/score-record.ts'
import { MetricName, Score } from '../../../src/domain/scores/score-schemas.ts'
import { SellerCode } from '../../../src/domain/sellers/seller-name.ts'
import { Id, Nullable, OneOf, Period, Problem, Timestamp } from '../../../src/platform/schemas/schemas.ts'
import { DescribedExplanation } from '../../../src/scoring/describe.ts'
import { FEEDS_WITH_FAULT } from '../../../src/scoring/left-out.ts'
import { NA_REASONS } from '../../../src/scoring/measure.ts'
import { HelpdeskRule } from '../../../src/scoring/rule-schemas.ts'
import { FeedsInUse } from '../runs/runs.ts'

export const sellerCode = Type.String({ examples: ['SELLER-001'] })
/** The path of everything about a seller's scores. */
export const params = Type.Object({ seller_code: SellerCode })

export const scoredPeriod = Type.Optional(
  Period({ description: 'Default: the most recent period with a score' }),
)

const described = DescribedExplanation.properties.metrics.items.properties
const ExplainedMetric = Type.Object({
  ...described,
  metric: MetricName({ examples: ['seller_cancel_rate'] }),
  formula: Type.String({
    description: 'How it is counted, in words; docs/metrics.md has the formulas',
    examples: ['The share of the month’s orders cancelled by the seller’s fault.'],
  }),
  na: Nullable(OneOf([...NA_REASONS]), { description: described.na.description }),
  name: Type.String({ description: 'What people call it', examples: ['Cancelled by the seller'] }),
  sentence: Type.String({
    description: 'What it came to in its own unit, for people; why it has no value, where it has none',
    examples: ['2 of 40 orders were cancelled because of the seller: 5 %. Full points up to 0.5 %.'],
  }),
  facts: Type.String({
    description: 'Where the rows behind it are',
    examples: ['/api/sos/sellers/SELLER-001/score/facts?period=2026-10&metric=seller_cancel_rate'],
  }),
})

/** Which score it is, and what it comes to. */
export const scoreResult = {
  seller_code: sellerCode,
  period: Period(),
  revision: Revision,
  status: ScoreStatus,
  total_sos: Total(),
  is_rated: IsRated,
}

const PastCorrection = Type.Object({
  id: Id({ description: 'Of GET /api/sos/monthly/corrections/{id}' }),
  at: Timestamp(),
  reason: Type.String({ examples: ['Late tickets of the old ticket system'] }),
  total_before: Score(),
  total_after: Score(),
})
export type PastCorrection = Static<typeof PastCorrection>

export const ExplanationShown = Type.Object({
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
  helpdesk_before: Type.Optional(
    Type.Array(
      Type.Object({
        to: Period({ description: 'The last month that had them', examples: ['2026-08'] }),
        helpdesk: Type.Array(
          Type.Pick(HelpdeskRule, ['category', 'reply_hours', 'resolve_hours'], {
            examples: [{ category: 'delivery', reply_hours: 4, resolve_hours: 24 }],
          }),
        ),
      }),
      {
        description:
          'The hours of the helpdesk in months before, oldest first, where they were others than those of `records`: a ticket keeps the hours of the month in which it was opened. Absent where none were',
      },
    ),
  ),
  ...Type.Omit(DescribedExplanation, ['metrics']).properties,
  trend: Type.Object({
    previous_period: Nullable(Period({ examples: ['2026-09'] }), {
      description: 'Of the rated score that previous_sos is the total of; null without one',
    }),
    ...Trend.properties,
  }),
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
      sentence: Type.String({ examples: ['1 decided appeal added 0.69 points to what the metrics bring.'] }),
    }),
    {
      description:
        'What the total loses beside its metrics: components without data, and what appeals and exceptions gave back or took. With the points that metrics lose they add up to what it lacks to 100',
    },
  ),
})

/** What is explained of one score may be refused so. */
export const OF_OTHER_CODE = {
  409: Problem('Another version of the service has computed the score'),
}
