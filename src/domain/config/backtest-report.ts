import { type Static, Type } from '@sinclair/typebox'
import { count, Nullable, Period } from '../../platform/schemas/schemas.ts'
import { Score } from '../scores/score-schemas.ts'

const sellerCode = Type.String({ description: 'The seller’s code', examples: ['S-1018'] })
const tier = (description: string, example = 'Gold') => Type.String({ description, examples: [example] })
const amount = (description: string, example: string) => Type.String({ description, examples: [example] })
const percent = (description: string, example: number) =>
  Nullable(Type.Number({ examples: [example] }), { description })

const Migration = Type.Array(
  Type.Object({
    from: tier('The tier before'),
    to: tier('The tier after', 'Silver'),
    count: count('Scores that go this way', 31),
  }),
  { description: 'Every score once, those that keep their tier included; the highest tiers first' },
)

export const Mover = Type.Object({
  seller_code: sellerCode,
  period: Period(),
  total_before: Score(),
  total_after: Score(),
  delta: Type.Number({ description: 'total_after − total_before', examples: [-4.2] }),
  tier_before: tier('The tier before'),
  tier_after: tier('The tier after', 'Silver'),
})
export type Mover = Static<typeof Mover>

const Movers = Type.Object(
  {
    up: Type.Array(Mover, { description: 'The most first' }),
    down: Type.Array(Mover, { description: 'The most first' }),
  },
  { description: 'The 20 scores that rise and the 20 that fall the most, among those that both sides rate' },
)

const Bonus = Type.Object({
  am_id: count('The account manager as of the month', 3),
  period: Period(),
  percent_before: percent('Of the band that the KPI reaches; null where it is not assessed', 8),
  percent_after: percent('The same after the change', 0),
  amount_before: amount('That percent of bonus_base', '80.00'),
  amount_after: amount('The same after the change', '0.00'),
})

const CheckedGuard = Type.Object({
  guard: Type.String({
    description: 'max_tier_drops, max_surcharge_increase, max_psi or golden',
    examples: ['max_tier_drops'],
  }),
  ok: Type.Boolean({ examples: [true] }),
  limit: Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: 'The most that is allowed, or the tier that is asked for',
    examples: [50],
  }),
  value: Type.Unsafe<number | string | null>({
    type: ['number', 'string', 'null'],
    description: 'What came out; null for a score that the backtest does not have, and where psi is null',
    examples: [44],
  }),
  seller_code: Type.Optional(sellerCode),
  period: Type.Optional(Period()),
})
export type CheckedGuard = Static<typeof CheckedGuard>

/** What a completed backtest found, which an adoption rests on. */
export const Report = Type.Object({
  scores: count('Sellers’ months that were scored', 117_744),
  untouched: Type.Optional(
    Type.Object(
      {
        appeal: count('An appeal has decided them', 12),
        inactive: count('Their seller is not active', 30),
      },
      {
        description:
          'Scores that no calculation reaches: they stay as they are stored and are in no other number here, but for the KPI of account managers, which both sides count them in. Not in reports of earlier releases',
      },
    ),
  ),
  stored_differs: count('Of these, how many totals before are not the stored one', 14),
  tier_drops: count(
    'Scores that come into a lower tier: one with a lower min_score after the change; a tier that is gone stands at its min_score before',
    44,
  ),
  tier_rises: count('Scores that come into a higher tier', 12),
  psi: Nullable(Type.Number({ examples: [0.021] }), {
    description:
      'Population stability index of the scores: the sum of (b − a) × ln(b ÷ a) over ten bins by the deciles of the totals before and one of the unrated, where a and b are the shares before and after; 0 is no change, above 0.25 a shift; null, which fails max_psi, where no score is rated by both sides',
  }),
  spearman: Nullable(Type.Number({ examples: [0.994] }), {
    description: 'Rank correlation of the totals before and after; null where one side has a single total',
  }),
  migration: Migration,
  distribution: Type.Record(
    Type.String(),
    Type.Object({ before: count('Scores before', 320), after: count('Scores after', 289) }),
    {
      description: 'How many scores are in each tier: the sums of the matrix',
      examples: [{ Gold: { before: 320, after: 289 } }],
    },
  ),
  movers: Movers,
  money: Type.Object({
    surcharges: Type.Object(
      { before: amount('By the rules before', '12400.00'), after: amount('By the rules after', '13150.00') },
      { description: 'All surcharges that rules bring sellers outside grace' },
    ),
    am_bonus: Type.Array(Bonus, { description: 'By month and account manager' }),
  }),
  guards: Type.Array(CheckedGuard, { description: 'The guards of the draft, as it was when asked' }),
})
export type Report = Static<typeof Report>
