import { type Static, Type } from '@sinclair/typebox'
import { RevenueAmount, revenueFigures } from '../../src/domain/revenue/revenue-figures.ts'
import { RatedCounts, StatusCounts } from '../../src/domain/scores/counted-scores.ts'
import { IsRated, TierShown, Total } from '../../src/domain/scores/score-record.ts'
import { Score, ScoreReason } from '../../src/domain/scores/score-schemas.ts'
import { IsBlocked } from '../../src/domain/sellers/payment-block.ts'
import { count, currency, Model, Nullable, Period, warnings } from '../../src/platform/schemas/schemas.ts'

const SellerOfMonth = Type.Object({
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  total_sos: Total(),
  is_rated: IsRated,
  previous_sos: Score({ description: 'Total of the seller’s latest earlier period with a rated score' }),
  sos_delta: Type.Number({ description: 'total_sos − previous_sos', examples: [6.5] }),
  tier: TierShown,
  is_blocked: IsBlocked,
  block_reason: Nullable(Type.String(), {
    description: 'What the newest payment block in force says; null without one',
    examples: [
      'Invoices were paid more than 60 days beyond their terms: days_beyond_terms was 85.06 days, and the limit is 60 days.',
    ],
  }),
  block_period: Nullable(Period(), { description: 'The month of that block', examples: ['2026-09'] }),
  totals: Type.Array(Type.Object({ period: Period(), total_sos: Total(), is_rated: IsRated }), {
    description:
      'The totals of the last 12 months in which the seller was rated, the oldest first, up to this one',
  }),
  reason: Nullable(ScoreReason, {
    description:
      'What takes most points from the total; in top_declined, and of who fell in urgent, the metric that has lost most since the score before, in top_improved that has gained most, or what appeals and exceptions took or gave; `change` is then that part of `since_previous`, in hundredths. null where nothing does, or other code has computed the score. GET /api/sos/sellers/:seller_code/score/reasons has all',
  }),
})
export type SellerOfMonth = Static<typeof SellerOfMonth>
const both = 'At most 5, among sellers that are rated and were rated before'

export const DashboardStats = Model('DashboardStats', {
  period: Period(),
  total_sellers: count('Active sellers, as of now', 200),
  avg_sos: Nullable(Score(), { description: 'Mean total of the rated sellers; null when there is none' }),
  scored_sellers: count(
    'Sellers with a score of the period, rated or not, without those before their contract',
    198,
  ),
  tier_distribution: Type.Array(
    Type.Object({
      tier_name: Type.String({ examples: ['Silver'] }),
      count: count('Sellers in it', 64),
      rank: Type.Integer({ description: 'The higher, the better', examples: [4] }),
      color: TierShown.properties.color,
    }),
    {
      description:
        'Every tier of the period’s configuration, highest first, and any other that a score is in; the counts add up to scored_sellers',
    },
  ),
  pending_appeals: count(
    'Appeals against scores of the period in state pending, as GET /api/appeals?status=pending lists them; `appeals.open` of the trend counts those under review, too',
    3,
  ),
  active_surcharges: count('Surcharges of the period that are pending or applied', 12),
  top_improved: Type.Array(SellerOfMonth, { description: `Those that rose most. ${both}` }),
  top_declined: Type.Array(SellerOfMonth, { description: `Those that fell most. ${both}` }),
  ...RatedCounts,
  lowest: Type.Array(SellerOfMonth, { description: 'The at most 5 rated sellers with the lowest totals' }),
  urgent: Type.Array(SellerOfMonth, {
    description:
      'The at most 5 rated sellers to talk to first: at most 3 whose orders are blocked now, then who fell or is blocked as well, each time the largest fall first',
  }),
  statuses: StatusCounts,
  waiting: Type.Object(
    {
      appeals_pending: count('Appeals that wait for a recommendation', 3),
      appeals_under_review: count('Appeals that wait for a decision', 1),
      surcharges_pending: count('Surcharges that are neither applied nor waived', 12),
      corrections: count('Corrections of final months, of whatever one, that wait for a second person', 1),
      drafts: count('Drafts of rules, of whatever months, that change something and are not adopted', 1),
    },
    { description: 'What is not decided of this month and all months before it' },
  ),
  revenue: Type.Optional(
    Type.Object(
      {
        ...revenueFigures,
        by_tier: Type.Array(
          Type.Object({
            tier_name: Type.String({ examples: ['Silver'] }),
            amount: RevenueAmount('What the sellers in it turned over', 31200),
          }),
          { description: 'The tiers of tier_distribution, in its order' },
        ),
        unscored: RevenueAmount(
          'What sellers without a score turned over, or with one before their contract',
          0,
        ),
      },
      {
        description:
          'What sellers turned over in the month: `amount` is the sum of by_tier and unscored. It counts for the warehouse that the score does, and without one for that of now. Left out of a month without revenue, as once retention (KEEP_FACTS_MONTHS) has deleted it. GET /api/revenue lists it',
      },
    ),
  ),
  currency,
  warnings,
})
export type DashboardStats = Static<typeof DashboardStats>
