import { Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, count, Nullable, Timestamp } from '../../../src/platform/schemas/schemas.ts'

const Id = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] })

/** How many rows are checked for one request. */
export const MOST_ROWS = 10_000

export const Checks = Type.Array(
  Type.Object({
    check: Type.String({ description: 'Its name', examples: ['rows'] }),
    ok: Nullable(Type.Boolean(), { description: 'null for a note, which decides nothing', examples: [true] }),
    sentence: Type.String({ examples: ['All 5120 rows are what their leaves say.'] }),
  }),
)

export const verifyAuditRoute = route('GET', '/api/audit/verify', 'audit.read', {
  config: { reads: 'sums' },
  operationId: 'verifyAuditLog',
  summary: 'Verify the audit log',
  description: `Holds rows of the audit log against their leaves in its transparency log, and these against the newest signed head: whether a row was changed or removed since it was chained, which is some minutes after it was written. At most ${MOST_ROWS} ids at once; all of them are checked every night, and \`GET /api/transparency/audit\` has the result. Rows of erased persons say so.`,
  querystring: Closed({
    from: Type.Optional(Id(`The first row; default: the last ${MOST_ROWS} ids up to \`to\``, 1)),
    to: Type.Optional(Id('The last row; default: the newest', 5120)),
  }),
  response: {
    200: Type.Object({
      valid: Type.Boolean({ description: 'Whether no check fails', examples: [true] }),
      from: count('The first id that was checked', 1),
      to: count('The last one', 5120),
      rows: count('Rows that are what their leaves say', 5117),
      erased: count('Rows from which a person was erased since; what is left of them is not proven', 3),
      not_chained: count('Rows that have no leaf yet', 0),
      checkpoint: Nullable(
        Type.Object({
          size: count('Leaves of the log', 5121),
          checkpoint: Type.String({
            description: 'The signed head',
            examples: ['scores.example.com/log/audit\n5121\n…'],
          }),
          created_at: Timestamp(),
        }),
        { description: 'null when nothing is signed yet' },
      ),
      checks: Checks,
    }),
  },
})
