import { Type } from '@sinclair/typebox'
import { reasonsAndChange } from '../../../src/domain/scores/reasons-of-scores.ts'
import { TierShown } from '../../../src/domain/scores/score-record.ts'
import { MetricName, ScoreReasons } from '../../../src/domain/scores/score-schemas.ts'
import { SCORE } from '../../../src/domain/sellers/seller-name.ts'
import { CountedOtherwise } from '../../../src/feeds/scored-month.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Model, Nullable, Period } from '../../../src/platform/schemas/schemas.ts'
import { explanationQuery, knownExplanation, resultOf } from './explain.ts'
import { OF_OTHER_CODE, params, scoreResult } from './schemas.ts'

const change = (description: string) => Nullable(Type.Number({ examples: [-1.25] }), { description })

const SincePrevious = Type.Object({
  period: Period({ examples: ['2026-09'] }),
  previous_sos: Type.Number({ description: 'The total of that month', examples: [74.18] }),
  delta: Type.Number({ description: 'total_sos less previous_sos', examples: [-1.25] }),
  parts: Type.Array(
    Type.Object({
      metric: Nullable(MetricName(), {
        description: 'null for what appeals and exceptions did, and for other weights',
        examples: ['seller_cancel_rate'],
      }),
      name: Type.String({ description: 'What people call it', examples: ['Cancelled by the seller'] }),
      points: Type.Number({
        description: 'What it took from the total, or added to it, in hundredths of a point',
        examples: [-1.4],
      }),
      sentence: Type.String({ examples: ['5 % instead of 2.5 %.'] }),
    }),
    {
      description:
        'Of a total that rose what brought most comes first, else what took most; to the hundredth they add up to delta',
    },
  ),
  note: CountedOtherwise(),
})

/** Answers what takes most points from a score. @throws as the explanation does */
export const getReasons = endpoint('GET', `${SCORE}/reasons`, 'seller-scores.read', {
  config: { reads: 'rows' },
  operationId: 'getScoreReasons',
  summary: 'What takes most points from a score',
  description:
    'At most four reasons, with codes that stay the same. Together with `rest` they add up to `points_lost_total`, and what has changed to `change_total`. The explanation shows all metrics with every step.',
  params,
  querystring: explanationQuery,
  response: {
    200: Model('ScoreReasons', {
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
        'The unrounded total less the previous one, to 6 decimals; null without a previous score, and where that can’t be explained any more',
      ),
      reasons: ScoreReasons,
      rest: Type.Object(
        {
          points_lost: Type.Number({ description: 'What all other metrics lose', examples: [13.175] }),
          change: change('null when change_total is'),
        },
        { description: 'Everything that is no reason of its own' },
      ),
      since_previous: Nullable(SincePrevious, {
        description:
          'What has moved the total since the rated score before it, as that is today; null without one, of an unrated score, and where that one can’t be explained any more',
      }),
    }),
    ...OF_OTHER_CODE,
  },
})(async (request) => {
  const { db, env } = request.server
  const known = await knownExplanation(request)
  const { score, explained } = known
  const { tier, trend } = explained.explanation
  const { seller_id, period, total_sos } = score
  return {
    ...resultOf(known),
    tier: tier.name,
    previous_period: trend.previous_period,
    ...(await reasonsAndChange(db, { ...explained, seller_id, period, total_sos }, env.CURRENCY)),
  }
})
