import { Type } from '@sinclair/typebox'
import { Period } from '../../../src/platform/schemas/schemas.ts'

export const certificatesSchema = {
  tags: ['transparency'],
  operationId: 'exportCertificates',
  summary: 'All certificates of some months',
  description:
    'NDJSON: a certificate a line, as `GET /api/sos/sellers/{seller_code}/score/certificate` answers it, in the order of the log, all under one signed head. Leaves of scores that are older than what is kept for certificates are left out; `GET /api/transparency/entries` has their statements. The package seller-operating-score-verify takes the file as it is.',
  querystring: Type.Object(
    {
      from: Period({ description: 'The first month', examples: ['2026-01'] }),
      to: Period({ description: 'The last month', examples: ['2026-12'] }),
    },
    { additionalProperties: false },
  ),
  response: {
    200: {
      description: 'A certificate a line',
      content: {
        'application/x-ndjson': {
          schema: Type.String({
            examples: [
              '{"format":"sos-certificate/1","statement":"…","inputs":"…","rules":"…","explanation":"…","proof":"…"}\n',
            ],
          }),
        },
      },
    },
  },
}
