import { Type } from '@sinclair/typebox'
import { OneOf, Page, PageQuery, Period, Timestamp } from '../../../src/platform/schemas/schemas.ts'
import { METRICS } from '../../../src/scoring/metrics.ts'
import { OF_OTHER_CODE, params, sellerCode } from '../scores/schemas.ts'

const Fact = Type.Object({
  fact: OneOf(['order', 'forecast', 'ticket', 'invoice', 'stock'], { examples: ['order'] }),
  numerator: Type.Number({ description: 'What the row adds to the numerator', examples: [1] }),
  denominator: Type.Number({ description: 'What the row adds to the denominator', examples: [1] }),
  record: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The columns that matter, as they are stored now',
  }),
})

export const factsSchema = {
  tags: ['sos'],
  operationId: 'listScoreFacts',
  summary: 'The rows behind a metric of a score',
  description:
    'Every row that the metric looked at, and what it adds to numerator and denominator, as of the instant at which the score’s run looked. The rows of all pages add up to `numerator` and `denominator`; for forecast_bias the numerator is the absolute value of the sum. `scored` is what the score was made with: it differs when facts arrived after the run.',
  params,
  querystring: Type.Object(
    {
      period: Type.Optional(Period({ description: 'Default: the most recent period with a score' })),
      metric: OneOf(
        METRICS.map(({ name }) => name),
        { examples: ['seller_cancel_rate'] },
      ),
      ...PageQuery,
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Composite([
      Type.Object({
        seller_code: sellerCode,
        period: Period(),
        metric: Type.String({ examples: ['seller_cancel_rate'] }),
        as_of: Timestamp(),
        numerator: Type.Number({ examples: [3] }),
        denominator: Type.Number({ examples: [250] }),
        scored: Type.Object({
          numerator: Type.Number({ examples: [3] }),
          denominator: Type.Number({ examples: [250] }),
        }),
      }),
      Page(Fact),
    ]),
    ...OF_OTHER_CODE,
  },
}
