import { type TNumber, type TOptional, Type } from '@sinclair/typebox'
import { Components, IsRated, Total } from '../../src/domain/scores/score-record.ts'
import { SCORE } from '../../src/domain/sellers/seller-name.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Nullable } from '../../src/platform/schemas/schemas.ts'
import { METRICS } from '../../src/scoring/metrics.ts'
import { RefusedChange, whatIf } from '../../src/scoring/simulation/what-if.ts'
import { addedFacts, asked, Metric, simulated, TierName } from './schemas.ts'
import { readWorldData } from './tasks/world-data.ts'
import { readWorld } from './worlds.ts'

const SimulatedScore = Type.Object({
  total_sos: Total(),
  tier: TierName(),
  is_rated: IsRated,
  components: Components,
})

const value = (description: string, examples: (number | null)[]) =>
  Nullable(Type.Number(), { description, examples })
const Value = (examples: (number | null)[]) =>
  value('In the unit of the metric, to 6 decimals; null when it has none', examples)
const Points = (examples: (number | null)[]) =>
  value('0 to 100, to 6 decimals; null when the metric has no value', examples)

const MOST_VALUE = 999_999_999

const values: Record<string, TOptional<TNumber>> = Object.fromEntries(
  METRICS.map(({ name, unit, formula }) => [
    name,
    Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MOST_VALUE,
        description: `In ${unit}, with at most 6 decimals: ${formula}`,
        examples: [unit === 'percent' ? 97 : 3],
      }),
    ),
  ]),
)

const WhatIfBody = Type.Object(
  {
    ...asked(
      'What is changed. as_is, the default: what has happened. pace, for the running month alone: its end at the pace so far, which a path of it starts from by default',
    ),
    metrics: Type.Optional(
      Type.Object(values, {
        additionalProperties: false,
        description: 'Values that metrics are set to; those of all others stay as they are',
        examples: [{ on_time_ready_rate: 97 }],
      }),
    ),
    facts: Type.Optional(
      Type.Object(addedFacts, {
        additionalProperties: false,
        description:
          'What is added to the facts of the month, as the explanation of a score names them; negative takes away',
        examples: [{ ready_on_time: '4' }],
      }),
    ),
  },
  { additionalProperties: false },
)

/** Scores a seller's month with something changed, in this thread: it takes no longer than to score the seller. */
export const askWhatIf = endpoint('POST', `${SCORE}/what-if`, 'seller-scores.read', {
  config: { idempotencyKey: false },
  operationId: 'askWhatIf',
  summary: 'What a score would be with other values or facts',
  description:
    'Changes nothing, and takes no Idempotency-Key. The engine that scores the month scores it again with `metrics` set and `facts` added, all else equal: exceptions, components without data, the floors of tiers and what appeals have decided count as ever. Without a change `after` is `before`, and of a month that is over `before` is the stored score. 400 for a name that is not known, for a metric without a value or one that is changed both ways, and for facts that can’t be, such as more orders ready on time than were due.',
  body: Nullable(WhatIfBody, { description: 'May be left out: nothing is changed then' }),
  ...simulated('What was changed', {
    tier_changed: Type.Boolean({ examples: [false] }),
    before: SimulatedScore,
    after: SimulatedScore,
    changes: Type.Array(
      Type.Object({
        metric: Metric(),
        value_before: Value([94]),
        value_after: Value([97]),
        points_before: Points([80]),
        points_after: Points([95]),
        total_delta: Type.Number({
          description:
            'What this change alone does to the total as it is shown, two decimals; `points` of a path and the sensitivity tell it before rounding, which may be a hundredth more or less',
          examples: [1.8],
        }),
      }),
      { description: 'The metrics that come out differently, in the order of the documentation' },
    ),
  }),
})(async (request, reply) => {
  const { period, basis = 'as_is', metrics = {}, facts = {} } = request.body ?? {}
  const asked = await readWorld(request, reply, { period, basis })
  const { world } = readWorldData(asked.data)
  try {
    return { ...asked, ...whatIf(world, { metrics, facts }) }
  } catch (error) {
    throw error instanceof RefusedChange ? badRequest(error.code, error.message) : error
  }
})
