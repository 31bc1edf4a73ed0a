import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../src/platform/http/route.ts'
import { Closed, OneOf } from '../../src/platform/schemas/schemas.ts'
import { Count, Enough, Figure, Maybe, MonthsQuery, months, Sentence, tags } from './shared-schemas.ts'

export const OUTCOMES = ['late', 'overdue', 'tickets'] as const
export type Outcome = (typeof OUTCOMES)[number]

const Outcome = (description: string) => OneOf([...OUTCOMES], { description, examples: ['late'] })

export const validityRoute = route('GET', '/api/sos/model/validity', 'model.read', {
  config: { reads: 'sums', answersTag: true },
  tags,
  operationId: 'getModelValidity',
  summary: 'Whether a month’s total ranks the failures of the next month',
  description:
    'Of each seller with a rated score in a month and the metric in the next: late fails with less than 90 % on time, overdue with more than 30 days beyond terms, tickets with a ticket rate above 7. Gini (Somers’ D) is 1 when all that fail had a lower total than all that don’t, and 0 when totals say nothing. `enough` is false below 30 failures or 30 others, and when the interval holds 0. docs/model-audit.md.',
  querystring: Closed({ ...MonthsQuery, outcome: Outcome('What is a failure') }),
  response: {
    200: Type.Object({
      ...months,
      outcome: Outcome('What is a failure'),
      pairs: Count('Months of sellers with a rated total, and the metric in the next month', 564),
      failures: Count('Those that failed', 61),
      sellers: Count('Different sellers in the pairs', 190),
      left_out: Count('Pairs whose next month kept no facts, because an earlier release scored it', 0),
      gini: Maybe('Somers’ D; null without failures, or with nothing else', 0.41),
      gini_low: Maybe('95 % interval by Hanley and McNeil, which counts sellers', 0.22),
      gini_high: Maybe('Its upper end', 0.6),
      ks: Maybe('The largest difference between the shares of failures and others up to a total', 0.37),
      ks_by_chance: Maybe('What chance alone passes once in twenty', 0.24),
      tiers: Type.Array(
        Type.Object({
          tier: Type.String({ examples: ['Silver'] }),
          pairs: Count('Pairs whose month was in the tier', 210),
          failures: Count('Those that failed', 12),
          rate: Figure('failures ÷ pairs', 0.0571),
          rate_low: Figure('95 % interval of it by Wilson', 0.033),
          rate_high: Figure('Its upper end', 0.0973),
        }),
        { description: 'By the tier of the month, highest first' },
      ),
      enough: Enough,
      sentence: Sentence('The total ranks failures better than chance: Gini 0.41 (0.22 to 0.6).'),
    }),
  },
})
export type Validity = Static<(typeof validityRoute.schema.response)[200]>
