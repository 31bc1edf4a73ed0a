import { Type } from '@sinclair/typebox'
import { Quality } from '../../../src/domain/quality/report-schema.ts'
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
const acceptingNote = {
  ...note,
  accept: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description:
        'Checks of the month’s quality that are right as they are, by their ids; `notes` must say why. Under QUALITY_GATE=block every check that blocks must be here. What is accepted is in the audit log',
      examples: [['volume_drop:orders']],
    }),
  ),
}
const optionalAcceptingNote = Nullable(Type.Object(acceptingNote, { additionalProperties: false }), {
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
    'From draft or under_review. Emits seller.score_finalized, and seller.tier_changed when the tier differs from that of the seller’s latest earlier period. Finalizing a final score succeeds, and changes and emits nothing. `warnings` names appeals that are still open. Under QUALITY_GATE=block it is a 409 while the month’s data look incomplete, until `accept` names what blocks.',
  params,
  headers: IfMatch,
  body: optionalAcceptingNote,
  response: { 200: Success, 412: Stale },
}

export const finalizePeriodSchema = {
  tags,
  operationId: 'finalizePeriod',
  summary: 'Make all scores of a period final',
  description:
    'All in one transaction. Scores that another version of the service computed, and this one can’t explain, stay as they are and are named in `warnings`, as are appeals that are still open. 409 while a scoring run of the period is open. `quality` says how complete the month’s data look (GET /api/sos/monthly/quality); under QUALITY_GATE=block it is a 409 while they don’t, until `accept` names what blocks.',
  body: Type.Object({ period: Period(), ...acceptingNote }, { additionalProperties: false }),
  response: {
    200: Type.Composite([
      Success,
      Type.Object({
        period: Period(),
        finalized: Type.Integer({ description: 'Scores that became final', examples: [198] }),
        already_final: Type.Integer({ description: 'Scores that were final before', examples: [2] }),
        quality: Type.Optional(Quality),
      }),
    ]),
  },
}
