import { Type } from '@sinclair/typebox'
import { ScoreReasons } from '../../../src/domain/scores/reason-record.ts'
import { TierShown } from '../../../src/domain/scores/score-record.ts'
import { route } from '../../../src/platform/http/route.ts'
import { Nullable, Period } from '../../../src/platform/schemas/schemas.ts'
import { explanationRoute, OF_OTHER_CODE, params, scoreResult } from './schemas.ts'

const change = (description: string) => Nullable(Type.Number({ examples: [-1.25] }), { description })

export const reasonsRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/reasons',
  'seller-scores.read',
  {
    config: { reads: 'rows', answersTag: true },
    operationId: 'getScoreReasons',
    summary: 'What takes most points from a score',
    description:
      'At most four reasons, with codes that stay the same. Together with `rest` they add up to `points_lost_total`, and what has changed to `change_total`. The explanation shows all metrics with every step.',
    params,
    querystring: explanationRoute.schema.querystring,
    response: {
      200: Type.Object(
        {
          ...scoreResult,
          tier: TierShown.properties.name,
          previous_period: Nullable(Period({ examples: ['2026-09'] }), {
            description: 'Of the rated score that the changes are told against; null without one',
          }),
          points_lost_total: Type.Number({
            description: '100 less the unrounded total, to 6 decimals',
            examples: [27.0725],
          }),
          change_total: change(
            'The unrounded total less the previous one, to 6 decimals; null without a previous score, and when that is another one by now',
          ),
          reasons: ScoreReasons,
          rest: Type.Object(
            {
              points_lost: Type.Number({
                description: 'What all other metrics lose',
                examples: [13.175],
              }),
              change: change('null when change_total is'),
            },
            { description: 'Everything that is no reason of its own' },
          ),
        },
        { title: 'ScoreReasons' },
      ),
      ...OF_OTHER_CODE,
    },
  },
)
