import { Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, Nullable } from '../../../src/platform/schemas/schemas.ts'
import { CertificateShown } from '../certificates/schemas.ts'

export const verifyRoute = route('POST', '/api/sos/verify', 'user', {
  config: { idempotencyKey: false },
  tags: ['transparency'],
  operationId: 'verifyCertificate',
  summary: 'Verify a certificate',
  description:
    'The checks, in order: `signature` of the head by a key of this service, `inclusion` of the statement under it, `texts` (the hashes that the statement names), `recomputed` (rules and inputs, then each appeal, give the score to the byte), `engine` (by the same code; with another one this and `recomputed` are notes), `stored` (the service still has this score, or a newer revision of it) and `consistent` (its log still begins with the one of the certificate). The first five need no trust in this service when somebody else makes them: take the package seller-operating-score-verify.',
  body: Closed(CertificateShown.properties),
  response: {
    200: Type.Object({
      valid: Type.Boolean({ description: 'Whether no check fails', examples: [true] }),
      checks: Type.Array(
        Type.Object({
          check: Type.String({ description: 'Its name', examples: ['signature'] }),
          ok: Nullable(Type.Boolean(), {
            description: 'null for a note, which decides nothing',
            examples: [true],
          }),
          sentence: Type.String({
            examples: ['The checkpoint is signed by scores.example.com/log with the key d848f5aa.'],
          }),
        }),
      ),
      current_revision: Nullable(Type.Integer({ examples: [2] }), {
        description:
          'The newest final revision of the score; null where its log does not have the statement there',
      }),
    }),
    503: {
      $ref: 'Problem#',
      description:
        'Too many computations wait, or the database does not answer; Retry-After says when to come back',
    },
  },
})
