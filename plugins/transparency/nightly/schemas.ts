import { Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { count, Nullable, OneOf, Timestamp } from '../../../src/platform/schemas/schemas.ts'
import { FINDING_CODES } from '../findings/findings.ts'

export const FindingShown = Type.Object({
  log: OneOf(['scores'], { examples: ['scores'] }),
  finding: OneOf([...FINDING_CODES], { description: 'What was found', examples: ['score_changed'] }),
  count: count('How many', 1),
  named: Type.Array(Type.String(), {
    description: 'The first 20 of them',
    examples: [['S-1018 2026-05 revision 1 (total_sos)']],
  }),
  sentence: Type.String({
    examples: ['1 stored score is not what its leaf says: S-1018 2026-05 revision 1 (total_sos).'],
  }),
})

export const auditResultRoute = route('GET', '/api/transparency/audit', 'model.read', {
  operationId: 'getLogAudit',
  summary: 'What the nightly check of the log found',
  description:
    'Every night all stored final scores, all hashes of the tree and all signed heads are held against the log. Each finding is also an event, `transparency.mismatch`, once a day, and an error line of the log.',
  response: {
    200: Type.Object({
      checked_at: Nullable(Timestamp(), { description: 'When it ended; null when it never ran' }),
      leaves: Type.Object(
        { scores: count('Of the log of final scores', 204) },
        { description: 'How many leaves the log had' },
      ),
      findings: Type.Array(FindingShown, { description: 'None when everything is as the log says' }),
    }),
  },
})
