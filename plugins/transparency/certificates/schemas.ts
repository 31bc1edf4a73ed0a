import { Type } from '@sinclair/typebox'
import { SellerName } from '../../../src/domain/sellers/seller-name.ts'
import { route } from '../../../src/platform/http/route.ts'
import { ByQuery, Closed, Id, Period } from '../../../src/platform/schemas/schemas.ts'
import { CERTIFICATE_FORMAT } from '../../../src/transparency/certificate.ts'
import { MORE_NAME_PATTERN, MOST_NAMES } from '../../../src/transparency/more.ts'

const text = (description: string, example: string) => Type.String({ description, examples: [example] })

const More = Type.Record(Type.String({ pattern: MORE_NAME_PATTERN }), Type.String(), {
  description:
    'Further texts that the statement names in `more` by their sha256: `run_id`, and for those who may read scores `reviewed_by` and `notes`, each with a salt. Left out without any',
  examples: [{ run_id: '17', reviewed_by: '{"salt":"…","value":"Ada Marsh"}' }],
  maxProperties: MOST_NAMES,
})

/** A certificate as it is answered and taken: every field is a text, whose bytes are what was hashed. */
export const CertificateShown = Type.Object({
  format: Type.Literal(CERTIFICATE_FORMAT, { examples: [CERTIFICATE_FORMAT] }),
  statement: text(
    'The leaf of the log, canonical JSON: the score, and the sha256 of the other texts',
    '{"as_of":"2026-06-01T00:00:00.000Z", …, "total_sos":72.93,"v":2}',
  ),
  inputs: text('What the score was computed from; its sha256 is input_hash', '{"aggregates":{…}}'),
  rules: text('The configuration records of its run; their sha256 is rules_sha256', '{"f-score":[…]}'),
  explanation: text('How it came about; its sha256 is explanation_sha256', '{"components":{…}}'),
  proof: text(
    'Where the leaf stands in the log, and the signed head: a c2sp.org/tlog-proof',
    'c2sp.org/tlog-proof@v1\nindex 17\n3dtIm+QDgJ4yV1DSY814koycKUK3lCo0t34SLJWkp0w=\n\nscores.example.com/log\n204\n…',
  ),
  more: Type.Optional(More),
})

export const certificateRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/score/certificate',
  'seller-scores.read',
  {
    config: { answersTag: true },
    tags: ['transparency'],
    operationId: 'getScoreCertificate',
    summary: 'Certificate of a final score',
    description:
      'All that proves a final score to somebody who does not trust this service: its leaf in the log, the texts that the leaf names, and the proof that it stands in the log under a signed head. Verify it with `POST /api/sos/verify`, or offline with the package seller-operating-score-verify and a key of `GET /api/transparency/key`. 503 for some seconds after a score became final, and where the service has no signing key.',
    params: Type.Object({ seller_code: SellerName }),
    querystring: Closed({
      ...ByQuery,
      period: Type.Optional(
        Period({ description: 'Default: the newest month with a final score', examples: ['2026-05'] }),
      ),
      revision: Type.Optional(
        Id({ description: 'Default: the newest. Each approved appeal makes a new one' }),
      ),
    }),
    response: {
      200: CertificateShown,
      409: {
        $ref: 'Problem#',
        description: 'The score is not final, or does not come out of what is kept of it',
      },
      503: {
        $ref: 'Problem#',
        description:
          'The score has become final a moment ago, the service has no signing key, or the database does not answer; Retry-After says when to come back',
      },
    },
  },
)
