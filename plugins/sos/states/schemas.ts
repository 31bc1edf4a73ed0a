import { Type } from '@sinclair/typebox'
import { Quality } from '../../../src/domain/quality/schemas.ts'
import { ifUnchanged, route } from '../../../src/platform/http/route.ts'
import { Closed, Id, OptionalBody, Period, Success, Text } from '../../../src/platform/schemas/schemas.ts'

const note = {
  reviewed_by: Type.Optional(
    Text(200, { description: 'Who reviewed it; the acting user is in the audit log' }),
  ),
  notes: Type.Optional(
    Text(5000, {
      description: 'Kept with the score',
      examples: ['Checked against the warehouse’s own count'],
    }),
  ),
}
const acceptingNote = {
  ...note,
  accept: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description:
        'Checks of the month’s quality that are right as they are, by their ids; `notes` must say why. Every check that blocks must be here: `month_not_over` whatever QUALITY_GATE says, the others where it is `block`. What is accepted is in the audit log',
      examples: [['month_not_over'], ['volume_drop:orders']],
    }),
  ),
}
const params = Type.Object({ id: Id({ description: 'Id of the monthly score' }) })

export const reviewRoute = route('PATCH', '/api/sos/monthly/:id/review', 'scores.write', {
  operationId: 'reviewMonthlyScore',
  summary: 'Put a score under review',
  description: 'From draft or under_review; a final score is a 409.',
  params,
  ...ifUnchanged,
  body: OptionalBody(note),
})

export const finalizeRoute = route('PATCH', '/api/sos/monthly/:id/finalize', 'scores.write', {
  operationId: 'finalizeMonthlyScore',
  summary: 'Make a score final',
  description:
    'From draft or under_review. Emits seller.score_finalized, and seller.tier_changed when the tier differs from that of the seller’s latest earlier period. Finalizing a final score succeeds, and changes and emits nothing: `warnings` says so of `reviewed_by` and `notes`, which are not kept then, and names appeals that are still open. A score of a month that is not over is a 409 (`month_not_over`) until `accept` names that; under QUALITY_GATE=block it is one, too, while the month’s data look incomplete.',
  params,
  ...ifUnchanged,
  body: OptionalBody(acceptingNote),
})

export const finalizePeriodRoute = route('POST', '/api/sos/monthly/finalize', 'scores.write', {
  operationId: 'finalizePeriod',
  summary: 'Make all scores of a period final',
  description:
    'All in one transaction. Scores that another version of the service computed, and this one can’t explain, stay as they are and are named in `warnings`, as are appeals that are still open; `reviewed_by` and `notes` are not kept with scores that were final before, which `warnings` says, too. 409 while a scoring run of the period is open. A month that is not over is a 409 (`month_not_over`) until `accept` names that. `quality` says how complete the month’s data look (GET /api/sos/monthly/quality); under QUALITY_GATE=block it is a 409 while they don’t, until `accept` names what blocks.',
  body: Closed({ period: Period(), ...acceptingNote }),
  response: {
    200: Type.Composite([
      Success,
      Type.Object({
        period: Period(),
        finalized: Type.Integer({
          description: 'Scores that became final, those before a contract too',
          examples: [198],
        }),
        before_contract: Type.Optional(
          Type.Integer({
            description:
              'How many of the finalized are of a month before their seller’s contract: `finalized` less these were not final in the dashboard’s trend',
            examples: [2],
          }),
        ),
        already_final: Type.Integer({ description: 'Scores that were final before', examples: [2] }),
        quality: Type.Optional(Quality),
      }),
    ]),
  },
})
