import { Type } from '@sinclair/typebox'
import { MetricName } from '../../../src/domain/scores/score-schemas.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { isScored } from '../../../src/feeds/sums-queries.ts'
import { route } from '../../../src/platform/http/route.ts'
import {
  ByQuery,
  Closed,
  OneOf,
  Period,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../../src/platform/schemas/schemas.ts'
import { REASONS } from '../../../src/scoring/left-out.ts'
import { METRICS } from '../../../src/scoring/metrics.ts'
import { OF_OTHER_CODE, params, sellerCode } from '../scores/schemas.ts'

const FORMATS: Record<string, object> = { day: { format: 'date' }, instant: { format: 'date-time' } }

/** A row: it has the columns of its kind, and CSV has one for each column of all kinds. */
function Fact(feeds: readonly Feed[]) {
  const scored = feeds.filter(isScored).map(({ scored }) => scored)
  const forms = Object.assign(
    {},
    ...scored.map(({ line, list }) => ({ ...line.columns, ...line.where_set, ...list.forms })),
  )
  const columns = scored.flatMap(({ list }) => list.columns.split(', '))
  return Type.Object({
    fact: OneOf(
      scored.map(({ line }) => line.fact),
      { examples: ['order'] },
    ),
    numerator: Type.Number({ description: 'What the row adds to the numerator', examples: [1] }),
    denominator: Type.Number({ description: 'What the row adds to the denominator', examples: [1] }),
    left_out: Type.Optional(
      OneOf([...REASONS], {
        description:
          'By whose fault the row is left out of the metric: it adds nothing. `nobody`: it names none. Absent where it is not',
        examples: ['operator'],
      }),
    ),
    said: Type.String({
      description:
        'What the row adds, for people: in the unit of the metric, or Yes or No where it is counted',
      examples: ['Yes'],
    }),
    costs: Type.Boolean({
      description:
        'Whether it costs points: it counts and adds nothing where more is better, or adds something where less is',
      examples: [false],
    }),
    record: Type.Object(
      Object.fromEntries(
        [...columns, 'warehouse_name'].map((name) => [
          name,
          Type.Optional(Type.Unknown(FORMATS[forms[name]])),
        ]),
      ),
      { additionalProperties: true, description: 'The columns that matter, as they are stored now' },
    ),
  })
}

export const factsRoute = (feeds: readonly Feed[]) =>
  route('GET', '/api/sos/sellers/:seller_code/score/facts', 'seller-scores.read', {
    operationId: 'listScoreFacts',
    summary: 'The rows behind a metric of a score',
    description:
      'Every row that the metric looked at, and what it adds to numerator and denominator, as of the instant at which the score’s run looked; those that cost points come first, then those that count, of each feed. The rows of all pages add up to `numerator` and `denominator`; for forecast_bias the numerator is the absolute value of the sum. `scored` is what the score was made with: it differs when facts arrived after the run, and is 0 ÷ 0 of a metric without a rule, which counted in no score.',
    params,
    querystring: Closed({
      ...ByQuery,
      period: Type.Optional(Period({ description: 'Default: the most recent period with a score' })),
      metric: OneOf(
        METRICS.map(({ name }) => name),
        { examples: ['seller_cancel_rate'] },
      ),
      ...WholeListQuery,
    }),
    response: {
      200: Type.Composite([
        Type.Object({
          seller_code: sellerCode,
          period: Period(),
          metric: MetricName({ examples: ['seller_cancel_rate'] }),
          as_of: Timestamp(),
          numerator: Type.Number({ examples: [3] }),
          denominator: Type.Number({ examples: [250] }),
          scored: Type.Object({
            numerator: Type.Number({ examples: [3] }),
            denominator: Type.Number({ examples: [250] }),
          }),
        }),
        WholeList(Fact(feeds)),
      ]),
      ...OF_OTHER_CODE,
    },
  })
export type FactsRoute = ReturnType<typeof factsRoute>
