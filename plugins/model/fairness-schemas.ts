import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'
import { Closed, Id, Nullable, OneOf, Text } from '../../src/platform/schemas/schemas.ts'
import { Count, Enough, Figure, Maybe, MonthsQuery, months, Sentence, tags } from './shared-schemas.ts'

export const TRAITS = ['contract_type', 'warehouse', 'am', 'size'] as const
export type Trait = (typeof TRAITS)[number]

const By = (description: string) => OneOf([...TRAITS], { description, examples: ['size'] })

const FairnessGroup = Type.Object({
  group: Nullable(Type.String(), {
    description:
      'The contract type, the name of the warehouse or of the account manager, or small, medium and large; null for sellers without one',
    examples: ['small'],
  }),
  id: Nullable(Id(), { description: 'Of the warehouse or account manager', examples: [null] }),
  sellers: Count('Sellers with a rated score', 60),
  scores: Count('Their rated scores', 60),
  favourable: Count('Those at the tier or above', 30),
  share: Figure('favourable ÷ scores', 0.5),
  share_low: Figure('95 % interval of it by Wilson, which counts sellers', 0.3774),
  share_high: Figure('Its upper end', 0.6226),
  ratio: Maybe('Its share ÷ that of the best group; null when there is none', 0.625),
  ratio_low: Maybe('95 % interval of it by the log-ratio, which counts sellers', 0.4684),
  ratio_high: Maybe('Its upper end', 0.8339),
  enough: Enough,
  flagged: Type.Boolean({
    description: 'The ratio is below 0.8, and its interval below 1',
    examples: [true],
  }),
  sentence: Sentence(
    'small: 50 % at Silver or above, 0.63 times the 80 % of large (0.47 to 0.83); below four fifths, and more than chance.',
  ),
})
export type FairnessGroup = Static<typeof FairnessGroup>

export const fairnessRoute = route('GET', '/api/sos/model/fairness', 'model.read', {
  config: { reads: 'sums', answersTag: true },
  tags,
  operationId: 'getModelFairness',
  summary: 'Whether groups of sellers reach a tier equally often',
  description:
    'The share of rated scores at or above a tier, by group, and its ratio to that of the best group of at least 30 sellers. A ratio below 0.8 is flagged (the four-fifths rule, 29 CFR 1607.4 D) when chance does not explain it. A flag asks for a look; it proves no cause. docs/model-audit.md.',
  querystring: Closed({
    ...MonthsQuery,
    by: By(
      'What groups sellers: as of today for contract_type, as of the score for warehouse and am; size by thirds of sellers by their orders a month',
    ),
    favourable: Text(80, {
      description: 'A rated tier; scores in it or above it are favourable',
      examples: ['Silver'],
    }),
  }),
  response: {
    200: Type.Object({
      ...months,
      by: By('What groups them'),
      favourable: Type.String({ examples: ['Silver'] }),
      best: Nullable(Type.String(), {
        description: 'The group with the highest share of those with at least 30 sellers',
        examples: ['large'],
      }),
      scores: Count('Rated scores', 180),
      unrated: Count('Scores with too little data, which are left out', 12),
      groups: Type.Array(FairnessGroup, { description: 'The highest share first' }),
      enough: Enough,
      sentence: Sentence('1 of 3 groups is flagged.'),
    }),
  },
})
