import { Type } from '@sinclair/typebox'
import { RESULTS } from '../../src/domain/quality/judge/check.ts'
import { Checks, REPORT_RESULTS } from '../../src/domain/quality/report-schema.ts'
import { Nullable, OneOf, Period, Timestamp } from '../../src/platform/schemas/schemas.ts'

const Finalize = Type.Object({
  at: Timestamp(),
  user_id: Nullable(Type.Integer(), { description: 'Who finalized', examples: [1] }),
  score_id: Nullable(Type.Integer(), {
    description: 'The one score that was finalized; null for the whole period',
    examples: [null],
  }),
  result: OneOf([...REPORT_RESULTS], { description: 'How the data looked then', examples: ['warn'] }),
  accepted: Type.Array(Type.String(), {
    description: 'Checks over which it was finalized on purpose',
    examples: [['volume_drop:orders']],
  }),
  notes: Nullable(Type.String(), { description: 'Why', examples: ['The shop was closed.'] }),
})

export const qualitySchema = {
  tags: ['sos'],
  operationId: 'getMonthQuality',
  summary: 'How complete the data of a month look',
  description:
    'Compares the facts of a month with those of up to six months before it, with what their senders have declared, and with what the scores were calculated from. What can’t be complete yet, because the month is not over, is not judged. An account manager sees the same of the whole month, and of single sellers only the own. docs/data-quality.md lists the checks and their limits.',
  querystring: Type.Object(
    { period: Type.Optional(Period({ description: 'Default: the current month' })) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      period: Period(),
      result: OneOf([...RESULTS], { description: 'The worst level of the checks', examples: ['block'] }),
      gate: OneOf(['warn', 'block', 'off'], {
        description: 'What finalize does about it (QUALITY_GATE)',
        examples: ['warn'],
      }),
      checks: Checks,
      finalizes: Type.Array(Finalize, {
        description: 'What was known when scores of the month were finalized, newest first, 20 at the most',
      }),
    }),
  },
}
