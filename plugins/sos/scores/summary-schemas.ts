import { type Static, Type } from '@sinclair/typebox'
import { PeriodsQuery } from '../../../src/domain/scores/periods-asked.ts'
import { ComponentMeans, ofRated } from '../../../src/domain/scores/score-schemas.ts'
import { route } from '../../../src/platform/http/route.ts'
import {
  Closed,
  count,
  currency,
  Nullable,
  OneOf,
  Period,
  Text,
} from '../../../src/platform/schemas/schemas.ts'

/** What scores are grouped by. */
export const GROUPS = ['tier', 'warehouse', 'am', 'contract_type', 'reviewed_by', 'period'] as const
export type Group = (typeof GROUPS)[number]

const ofGroup = (by: string) => `Of the group; null unless grouped by ${by}`
const amount = (status: string) =>
  Type.Number({
    description: `Sum of the ${status} surcharges of these sellers and periods`,
    examples: [240],
  })

const ScoreSummary = Type.Object({
  period: Nullable(Period(), { description: ofGroup('period') }),
  tier: Nullable(Type.String(), { description: ofGroup('tier'), examples: ['Gold'] }),
  warehouse_id: Nullable(Type.Integer(), { description: ofGroup('warehouse'), examples: [1] }),
  warehouse_name: Nullable(Type.String(), { description: ofGroup('warehouse'), examples: ['North'] }),
  am_id: Nullable(Type.Integer(), { description: ofGroup('am'), examples: [1] }),
  am_name: Nullable(Type.String(), { description: ofGroup('am'), examples: ['Ada Marsh'] }),
  contract_type: Nullable(Type.String(), { description: ofGroup('contract_type'), examples: ['standard'] }),
  reviewed_by: Nullable(Type.String(), {
    description: `${ofGroup('reviewed_by')}, and for scores that nobody is named for`,
    examples: ['Olga Brandt'],
  }),
  scores: count('Scores, one for each seller and period, without those before a contract', 64),
  sellers: count('Sellers', 64),
  rated: count('Scores that are rated', 60),
  unrated: count('Scores with too little data', 4),
  mean: ofRated('Mean'),
  quartile_1: ofRated('A quarter is below it,'),
  median: ofRated('Half is below it,'),
  quartile_3: ofRated('Three quarters are below it,'),
  components: ComponentMeans,
  surcharges: Type.Object({
    pending: amount('pending'),
    applied: amount('applied'),
    waived: amount('waived'),
  }),
})
export type ScoreSummary = Static<typeof ScoreSummary>

export const summaryRoute = route('GET', '/api/sos/monthly/summary', 'scores.read', {
  config: { reads: 'sums', answersTag: true },
  operationId: 'summarizeMonthlyScores',
  summary: 'Summarize scores by tier, warehouse, account manager, contract type, reviewer or period',
  description:
    'Warehouse and account manager are those of the seller when the score was computed, the contract type is that of today.',
  querystring: Closed({
    ...PeriodsQuery,
    group_by: Text(80, {
      default: 'tier',
      description:
        'One or two of tier, warehouse, am, contract_type, reviewed_by and period, with a comma between',
      examples: ['tier,period'],
    }),
  }),
  response: {
    200: Type.Object({
      from: Period({ description: 'First period that counts' }),
      to: Period({ description: 'Last period that counts' }),
      group_by: Type.Array(OneOf([...GROUPS], { examples: ['tier'] })),
      currency,
      data: Type.Array(ScoreSummary, {
        description:
          'A row for each group that has a score: by period, then from the highest tier down, then by name',
      }),
    }),
  },
})
