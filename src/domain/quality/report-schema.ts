import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from '../../platform/schemas/schemas.ts'
import { LEVELS, RESULTS } from './judge/check.ts'

const Check = Type.Object({
  id: Type.String({
    description:
      'What is wrong, and of what: feed_missing, volume_drop, missing_day, stale_feed, rejections or control_total of a feed, distribution of a metric or of total, month_not_over, silent_sellers or recalculate. It is what `accept` of a finalize takes',
    examples: ['volume_drop:orders'],
  }),
  level: OneOf([...LEVELS], {
    description:
      'block: nothing of the month is finalized until it is accepted. That is month_not_over always, and what is much amiss under QUALITY_GATE=block; otherwise it is a warning',
    examples: ['block'],
  }),
  value: Type.Number({ description: 'What was found', examples: [390] }),
  expected: Nullable(Type.Number(), {
    description: 'What is usual, was declared, or is allowed at the most; null where it is no number',
    examples: [1000],
  }),
  sellers: Nullable(Type.Integer(), { description: 'How many sellers it is about', examples: [212] }),
  sentence: Type.String({
    examples: ['orders: 2026-05 has 390, where 1000 are usual (39 %); about 610 are missing.'],
  }),
})

export const Checks = Type.Array(Check, {
  description: 'What looks wrong, what blocks first; none when nothing does',
})

export const REPORT_RESULTS = [...RESULTS, 'unknown'] as const

/** What an answer of finalize says of the month's data. */
export const Quality = Type.Object(
  {
    result: OneOf([...REPORT_RESULTS], {
      description: 'The worst level of the checks; unknown when the data could not be judged in time',
      examples: ['warning'],
    }),
    checks: Checks,
    accepted: Type.Array(Type.String(), {
      description: 'Checks that were accepted by this finalize',
      examples: [[]],
    }),
  },
  {
    description:
      'How complete the month’s data look; left out when nothing became final, and with QUALITY_GATE=off, unless the month is not over',
  },
)
export type Quality = Static<typeof Quality>
