import { Type } from '@sinclair/typebox'
import { IfMatch, Stale } from '../../../src/platform/http/entity-tag.ts'
import { Id, Nullable, Period, Success, Text } from '../../../src/platform/schemas/schemas.ts'

const tags = ['sos']

const note = {
  reviewed_by: Type.Optional(
    Text(200, { description: 'Who reviewed it; the acting user is in the audit log' }),
  ),
  notes: Type.Optional(Text(5000, { description: 'Kept with the score' })),
}
const optionalNote = Nullable(Type.Object(note, { additionalProperties: false }), {
  description: 'May be left out altogether',
})
const params = Type.Object({ id: Id({ description: 'Id of the monthly score' }) })

export const reviewSchema = {
  tags,
  operationId: 'reviewMonthlyScore',
  summary: 'Put a score under review',
  description: 'From draft or under_review; a final score is a 409.',
  params,
  headers: IfMatch,
  body: optionalNote,
  response: { 200: Success, 412: Stale },
}

export const finalizeSchema = {
  tags,
  operationId: 'finalizeMonthlyScore',
  summary: 'Make a score final',
  description:
    'From draft or under_review. Emits seller.score_finalized, and seller.tier_changed when the tier differs from that of the seller’s latest earlier period. Finalizing a final score succeeds, and changes and emits nothing. `warnings` names appeals that are still open.',
  params,
  headers: IfMatch,
  body: optionalNote,
  response: { 200: Success, 412: Stale },
}

export const finalizePeriodSchema = {
  tags,
  operationId: 'finalizePeriod',
  summary: 'Make all scores of a period final',
  description:
    'All in one transaction. Scores that another version of the service computed, and this one can’t explain, stay as they are and are named in `warnings`, as are appeals that are still open. 409 while a scoring run of the period is open.',
  body: Type.Object({ period: Period(), ...note }, { additionalProperties: false }),
  response: {
    200: Type.Composite([
      Success,
      Type.Object({
        period: Period(),
        finalized: Type.Integer({ description: 'Scores that became final', examples: [198] }),
        already_final: Type.Integer({ description: 'Scores that were final before', examples: [2] }),
      }),
    ]),
  },
}
