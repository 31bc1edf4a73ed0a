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

export const certificatesRoute = route('GET', '/api/transparency/certificates', 'model.read', {
  operationId: 'exportCertificates',
  summary: 'All certificates of some months',
  description:
    'NDJSON: a certificate a line, as `GET /api/sos/sellers/{seller_code}/score/certificate` answers it, in the order of the log, all under one signed head. Before them stands a line that says how many leaves the log has of each month and which final scores have none (`{"format":"sos-certificates/1",…}`). Leaves whose texts were removed past the service have no line; `GET /api/transparency/entries` has their statements. The package seller-operating-score-verify takes the file as it is.',
  querystring: Closed({
    from: Period({ description: 'The first month', examples: ['2026-01'] }),
    to: Period({ description: 'The last month', examples: ['2026-12'] }),
  }),
  response: {
    200: {
      description: 'A line of counts, then a certificate a line',
      content: {
        'application/x-ndjson': {
          schema: Type.String({
            examples: [
              '{"format":"sos-certificates/1","from":"2026-01","to":"2026-12","leaves":{"2026-05":1}}\n{"format":"sos-certificate/1","statement":"…","inputs":"…","rules":"…","explanation":"…","proof":"…"}\n',
            ],
          }),
        },
      },
    },
  },
})
