import { type Static, Type } from '@sinclair/typebox'
import { emptyInCsv } from '../../platform/csv/list-schema.ts'
import { Id, Nullable, OneOf, Period, Timestamp } from '../../platform/schemas/schemas.ts'
import type { Component } from '../../scoring/components.ts'
import { DIRECTIONS } from '../../scoring/trend.ts'
import { EachComponent, Score, ScoreComponent } from './score-schemas.ts'

// A monthly score as the API shows it, for all domains that answer with one or publish one.

export const SCORE_STATUSES = ['draft', 'under_review', 'final'] as const
export const ScoreStatus = OneOf([...SCORE_STATUSES], { examples: ['draft'] })

export const TierShown = Type.Object({
  name: Type.String({ examples: ['Silver'] }),
  color: Type.String({ description: 'Hex colour', examples: ['#8A94A6'] }),
  benefits: Type.String({ examples: ['standard terms'] }),
})

const partOf = (name: Component) =>
  Type.Object({
    raw: emptyInCsv(Score({ description: '0 to 100' }), (row: { imputed?: Component[] }) =>
      Boolean(row.imputed?.includes(name)),
    ),
    weighted: Score({
      description:
        'raw × weight ÷ 100, rounded by itself: the five are off the total by some hundredths, and by what acts on the total',
    }),
  })
export const Components = EachComponent(partOf)

/** The total of a record with `is_rated` beside it. */
export const Total = () =>
  Score({
    description:
      'Total, two decimals. While is_rated is false it is only what the formula makes of too little data, anything from 0 to 100: it is in no mean and no change, and sorts last',
  })

/** The same; in CSV that of an unrated one is empty. */
export const RatedTotal = () => emptyInCsv(Total(), ({ is_rated }: { is_rated: boolean }) => !is_rated)

export const Trend = Type.Object({
  previous_sos: Score({
    description:
      'Total of the latest earlier period with a rated score, as it is now, also of one before the contract; the total itself when there is none',
  }),
  delta: Type.Number({ examples: [-1.25] }),
  direction: OneOf([...DIRECTIONS], {
    description: 'new: no earlier rated score; unrated: the score has too little data, and delta is 0',
    examples: ['down'],
  }),
})

export const Revision = Type.Integer({
  description: '1, and one more for every approved appeal and every correction of the month',
  examples: [1],
})
export const IsRated = Type.Boolean({
  description: 'false: too little data, so the total says little and the tier is the unrated one',
  examples: [true],
})
export const GracePeriod = Type.Boolean({
  description: 'The seller is new: surcharge rules skip the score',
  examples: [false],
})

export const BeforeContract = Type.Boolean({
  description:
    'The month was over before the seller’s contract began: the score is shown, and in no count, mean or surcharge',
  examples: [false],
})

export const ScoreRecord = Type.Object({
  id: Id(),
  seller_code: Type.String({ examples: ['SELLER-001'] }),
  company_name: Type.String({ examples: ['Example Ltd'] }),
  am_id: Nullable(
    Type.Integer({ description: 'Account manager when the score was computed', examples: [1] }),
  ),
  am_name: Nullable(Type.String({ examples: ['Ada Marsh'] })),
  period: Period(),
  total_sos: RatedTotal(),
  is_rated: IsRated,
  unrated_reason: Nullable(Type.String(), {
    description: 'What it lacks most to be rated; null when it is rated',
    examples: [null, 'on_time_ready_rate asks for 30 orders that were due to be ready'],
  }),
  imputed: Type.Array(ScoreComponent(), {
    description: 'Components without enough data of their own; their raw stands in for a measured one',
    examples: [['f_score']],
  }),
  tier: TierShown,
  components: Components,
  trend: Trend,
  is_grace_period: GracePeriod,
  before_contract: BeforeContract,
  status: ScoreStatus,
  revision: Revision,
  reviewed_by: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  run_id: Type.Integer({ description: 'The scoring run that wrote it', examples: [1] }),
  calculated_at: Timestamp(),
  finalized_at: Nullable(Timestamp()),
})
export type ScoreRecord = Static<typeof ScoreRecord>
