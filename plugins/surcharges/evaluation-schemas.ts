import { type Static, Type } from '@sinclair/typebox'
import { MetricName } from '../../src/domain/scores/metric-name.ts'
import { route } from '../../src/platform/http/route.ts'
import { Closed, Period, warnings } from '../../src/platform/schemas/schemas.ts'

const period = Period({ description: 'The month whose scores are looked at; not in the future' })
const dry_run = Type.Boolean({
  default: false,
  description: 'true: show what would be created and change nothing',
  examples: [false],
})

const EvaluatedSurcharge = Type.Object(
  {
    seller_code: Type.String({ examples: ['S-1001'] }),
    surcharge_type: Type.String({ examples: ['planning_overload'] }),
    amount: Type.Number({ examples: [126.9] }),
    rule_id: Type.Integer({ description: 'The configuration record that brings it', examples: [40] }),
    metric: MetricName({ examples: ['forecast_error'] }),
    value: Type.Number({ description: 'In the unit of the metric, to 6 decimals', examples: [63.45] }),
    threshold: Type.Number({ description: 'What the value is above', examples: [50] }),
    reason: Type.String({
      examples: [
        'Forecasts were more than 50 % off the orders: forecast_error was 63.45 %, and the limit is 50 %.',
      ],
    }),
    created: Type.Boolean({
      description:
        'Whether this evaluation created it, or in a dry run would; false where the rule has brought the seller one of this month before, whatever became of it',
      examples: [true],
    }),
  },
  { title: 'EvaluatedSurcharge' },
)
export type EvaluatedSurcharge = Static<typeof EvaluatedSurcharge>

export const evaluateRoute = route('POST', '/api/surcharges/evaluate', 'surcharges.write', {
  operationId: 'evaluateSurcharges',
  summary: 'Apply the surcharge rules to the scores of a month',
  description:
    'Looks at the scored sellers outside their grace period, and creates one pending surcharge per seller, period and rule. A repeat creates nothing new, also where the first was waived. Emits what creating each of them emits. Where a rule without a cap brings more than a surcharge can be, the answer is 409 and nothing is created. Scores that another version of the service computed, and this one can’t explain, are left out and named in `warnings`.',
  body: Closed({ period, dry_run }),
  response: {
    200: Type.Object({
      success: Type.Literal(true, { examples: [true] }),
      period,
      dry_run,
      created: Type.Integer({
        description: 'How many were created, or in a dry run would be',
        examples: [1],
      }),
      existing: Type.Integer({ description: 'How many there were before', examples: [0] }),
      data: Type.Array(EvaluatedSurcharge, { description: 'All that the rules bring, by seller and rule' }),
      warnings,
    }),
  },
})
