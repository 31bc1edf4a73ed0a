import { Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, Period } from '../../../src/platform/schemas/schemas.ts'

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
