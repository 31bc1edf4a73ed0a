import { type Static, Type } from '@sinclair/typebox'
import { TierShown } from '../../src/domain/scores/score-record.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { RatedCounts } from '../../src/domain/scores/unrated.ts'
import { currency, Id, Period, warnings } from '../../src/platform/schemas/schemas.ts'

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })

const Mover = Type.Object({
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  total_sos: Score(),
  previous_sos: Score({ description: 'Total of the seller’s latest earlier period with a rated score' }),
  sos_delta: Type.Number({ description: 'total_sos − previous_sos', examples: [6.5] }),
  tier: TierShown,
})
const both = 'At most 5, among sellers that are rated and were rated before'

export const DashboardStats = Type.Object(
  {
    period: Period(),
    total_sellers: count('Active sellers, as of now', 200),
    avg_sos: Score({ description: 'Mean total of the rated sellers; 0 when there is none' }),
    scored_sellers: count('Sellers with a score of the period, rated or not', 198),
    tier_distribution: Type.Array(
      Type.Object({ tier_name: Type.String({ examples: ['Silver'] }), count: count('Sellers in it', 64) }),
      {
        description:
          'Every tier of the period’s configuration, highest first, and any other that a score is in; the counts add up to scored_sellers',
      },
    ),
    pending_appeals: count('Appeals against scores of the period in state pending', 3),
    active_surcharges: count('Surcharges of the period that are pending or applied', 12),
    top_improved: Type.Array(Mover, { description: `Those that rose most. ${both}` }),
    top_declined: Type.Array(Mover, { description: `Those that fell most. ${both}` }),
    ...RatedCounts,
    currency,
    warnings,
  },
  { title: 'DashboardStats' },
)
export type DashboardStats = Static<typeof DashboardStats>

export const statsSchema = {
  tags: ['dashboard'],
  operationId: 'getDashboardStats',
  summary: 'A month at a glance',
  description:
    'Scores count for the warehouse and the account manager that the seller had as of the month; sellers, appeals and surcharges for those it has now. An account manager sees the figures of the own portfolio.',
  querystring: Type.Object(
    {
      period: Type.Optional(Period({ description: 'Default: the current month' })),
      warehouse_id: Type.Optional(Id({ description: 'Only sellers of this warehouse' })),
    },
    { additionalProperties: false },
  ),
  response: { 200: DashboardStats },
}
