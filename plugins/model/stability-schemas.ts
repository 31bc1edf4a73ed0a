import { Type } from '@sinclair/typebox'
import { CountedOtherwise } from '../../src/feeds/scored-month.ts'
import { route } from '../../src/platform/http/route.ts'
import { Closed, OneOf, Period } from '../../src/platform/schemas/schemas.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { Count, Enough, Figure, Maybe, MonthsQuery, months, Sentence, tags } from './shared-schemas.ts'

export const MEASURES = ['total_sos', ...COMPONENTS] as const
export type Measure = (typeof MEASURES)[number]

export const stabilityRoute = route('GET', '/api/sos/model/stability', 'model.read', {
  config: { reads: 'sums', answersTag: true },
  tags,
  operationId: 'getModelStability',
  summary: 'Whether scores are distributed as in the month before',
  description:
    'The population stability index of each month against the one before, for the total and the raw of each component: over ten bins that hold a tenth of the month before each, of rated scores, without imputed components. A shift is a PSI above 0.25 and above 21.67 × (1 ÷ n + 1 ÷ m), what chance alone passes once in a hundred. It says that scores moved, not whether sellers or the measuring did. docs/model-audit.md.',
  querystring: Closed(MonthsQuery),
  response: {
    200: Type.Object({
      ...months,
      data: Type.Array(
        Type.Object({
          period: Period(),
          before: Period({ description: 'The month it is compared with', examples: ['2026-09'] }),
          measure: OneOf([...MEASURES], { examples: ['total_sos'] }),
          sellers_before: Count('Scores of the month before', 188),
          sellers: Count('Scores of the month', 190),
          psi: Maybe('Population stability index; null when a month has no scores', 0.0412),
          by_chance: Maybe('What chance alone passes once in a hundred', 0.2294),
          threshold: Maybe('What is a shift: by_chance, and 0.25 at the least', 0.25),
          shifted: Type.Boolean({ examples: [false] }),
          enough: Enough,
          note: CountedOtherwise(),
        }),
        { description: 'A row a month and measure, oldest month first' },
      ),
      shifts: Count('Rows that are shifted', 0),
      largest: Figure('The largest PSI of those with enough scores; 0 without any', 0.0412),
      enough: Enough,
      sentence: Sentence('0 of 66 comparisons are shifted.'),
    }),
  },
})
