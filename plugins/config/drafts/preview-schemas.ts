import { Type } from '@sinclair/typebox'
import { MetricName } from '../../../src/domain/scores/metric-name.ts'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, count, Nullable, Period } from '../../../src/platform/schemas/schemas.ts'
import { Changes } from './schemas.ts'

const mean = (description: string, example: number) =>
  Nullable(Type.Number({ examples: [example] }), { description })
const tier = (example: string) => Type.String({ description: 'Name of a tier', examples: [example] })
export const previewRoute = route('POST', '/api/config/preview', 'config.read', {
  config: { idempotencyKey: false },
  operationId: 'previewConfigChanges',
  summary: 'What changes of the rules would do to a month',
  description:
    'Scores the month’s kept inputs under the current rules and under the changed ones, at once and without writing anything. Of more than 2,000 scores an even sample is taken. What the facts add up to stays as the month’s run has it, so other params of p and i metrics and helpdesk records take a backtest.',
  body: Closed({
    period: Type.Optional(
      Period({
        description:
          'Default: the running month, or the one before it while less than half of its scores are rated',
        examples: ['2026-05'],
      }),
    ),
    changes: Changes,
  }),
  response: {
    404: { $ref: 'Problem#', description: 'There are no scores of the month' },
    200: Type.Object({
      period: Period(),
      sellers: count('How many scores were computed', 188),
      sellers_total: count('How many scores of the month could be, with those outside the sample', 188),
      sampled: Type.Boolean({ description: 'true: an even sample by seller id', examples: [false] }),
      left_out: count('Scores that an appeal has decided', 2),
      without_inputs: count('Scores left out because an earlier release made them and kept no inputs', 0),
      mean_before: mean('Mean total under the current rules of those who are rated both times', 66.1),
      mean_after: mean('The same under the changed rules', 64.8),
      migration: Type.Array(
        Type.Object({ from: tier('Gold'), to: tier('Silver'), count: count('Sellers', 31) }),
        { description: 'How many have which tier before and after, those who keep theirs too' },
      ),
      movers: Type.Array(
        Type.Object({
          seller_code: Type.String({ examples: ['S-1018'] }),
          company_name: Type.String({ examples: ['Nordlicht GmbH'] }),
          total_before: Type.Number({ examples: [80.2] }),
          total_after: Type.Number({ examples: [77.9] }),
          delta: Type.Number({ description: 'total_after − total_before', examples: [-2.3] }),
          tier_before: tier('Gold'),
          tier_after: tier('Silver'),
        }),
        {
          description:
            '20 of those whose total or tier changes: who comes into another tier first, then the largest change; those who are unrated before or after stand last',
        },
      ),
      values: Type.Array(
        Type.Object({
          metric: MetricName({ examples: ['on_time_ready_rate'] }),
          values: Type.Array(Type.Number(), {
            description: 'The lowest first; of more than 100 as many, evenly among all',
            examples: [[88.2, 93.1, 97.4]],
          }),
        }),
        {
          description:
            'Which values sellers have of the metrics that the changes name, so that a curve is drawn where they are',
        },
      ),
    }),
  },
})
