import { type Static, Type } from '@sinclair/typebox'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { SellerName } from '../../src/domain/sellers/seller-name.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  ByQuery,
  Closed,
  Id,
  Nullable,
  OneOf,
  Period,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'
import { NO_THREAD } from '../../src/platform/threads/threads.ts'

const tags = ['projections']

const Probability = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] })

const LastFinal = Type.Object({
  period: Period({ examples: ['2026-05'] }),
  tier: Type.String({ examples: ['Silver'] }),
})

/** What is known of a month's end. */
const projection = {
  as_of: Timestamp({ description: 'The instant up to which facts count' }),
  expected_total: Score({
    description: 'Mean total of the drawn month ends that are rated, or of all when none is; two decimals',
    examples: [71.4],
  }),
  low: Score({ description: 'One drawn month end in ten has a lower total', examples: [66.2] }),
  high: Score({ description: 'One drawn month end in ten has a higher total', examples: [76.9] }),
  tiers: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['Silver'] }),
      probability: Probability('Share of the drawn month ends in this tier', 0.83),
    }),
    { description: 'All tiers, highest first, the unrated one last; they add up to 1' },
  ),
  draws: Type.Integer({
    description: 'How many month ends were drawn; 0 for a month that is over, whose score is certain',
    examples: [200],
  }),
  last_final: Nullable(LastFinal, {
    description: 'The latest final and rated score before the month; null without one',
  }),
  below_last_final: Nullable(
    Probability('How likely the month ends rated and in a lower tier than that; null without one', 0.12),
  ),
}

const ProjectionRow = Type.Object({
  seller_code: Type.String({ examples: ['S-1018'] }),
  company_name: Type.String({ examples: ['Northwind Traders'] }),
  am_id: Nullable(Id(), { description: 'The account manager now' }),
  period: Period({ examples: ['2026-06'] }),
  ...projection,
})
export type ProjectionRow = Static<typeof ProjectionRow>

export const projectionRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/projection',
  'seller-scores.read',
  {
    config: { answersTag: true },
    tags,
    operationId: 'getScoreProjection',
    summary: 'Where a score may be at the month’s end',
    description:
      'Of the running month, as of now: 200 month ends are drawn, each the facts so far, what becomes of open orders, tickets and invoices, and what is new, and scored by the engine. The draws are fixed by seller, month, day and facts; what all sellers do is read once a day. A month that is over answers its score, with probability 1; 404 without one. It says where things go if they go on as they did, not what will happen: docs/projection.md. `expected_total` is another number than that of what-if, sensitivity and path with basis pace: they carry the month on as it began, to one end; here rates also take after the months before and all sellers, and it is the mean of many ends.',
    params: Type.Object({ seller_code: SellerName }),
    querystring: Closed({
      ...ByQuery,
      period: Type.Optional(
        Period({ description: 'The running month, which is the default, or one with a score' }),
      ),
    }),
    response: {
      200: Type.Object({
        seller_code: Type.String({ examples: ['S-1018'] }),
        period: Period({ examples: ['2026-06'] }),
        from: OneOf(['stored', 'live'], {
          description:
            'stored: the score of a month that is over; live: drawn from the facts as they are now',
          examples: ['live'],
        }),
        ...projection,
        sentence: Type.String({
          description: 'The same for people',
          examples: [
            'The month is expected to end at 71.40; with a chance of 80 % it ends between 66.20 and 76.90. This projection also learns from earlier months and other sellers.',
          ],
        }),
      }),
      ...NO_THREAD,
    },
  },
)
export type ProjectionAnswer = Static<(typeof projectionRoute.schema.response)[200]>

export const listRoute = route('GET', '/api/sos/projections', 'scores.read', {
  tags,
  operationId: 'listProjections',
  summary: 'List the projections of the last night',
  description:
    'One for each active seller, the most likely to fall below the last final tier first. The job `projections` makes them every night; a seller that was added since has none yet.',
  querystring: Closed({
    period: Type.Optional(
      Period({ description: 'The month; default the running one. Of earlier ones the last night is kept' }),
    ),
    risk: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only sellers with a higher probability to end below their last final tier',
        examples: [0.3],
      }),
    ),
    am_id: Type.Optional(Id({ description: 'Only sellers of this account manager' })),
    ...WholeListQuery,
  }),
  response: { 200: WholeList(ProjectionRow) },
})
