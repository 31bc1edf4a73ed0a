import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readJson } from './check.ts'

export const HEAD_FORMAT = 'sos-certificates/1'

const Month = Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/**
 * What stands before the certificates of the months from `from` to `to`: how many leaves the log has of each month that
 * has any, and the final scores that have none, left out where there are not; they may not be among the certificates.
 */
const Head = Type.Object(
  {
    format: Type.Literal(HEAD_FORMAT),
    from: Month,
    to: Month,
    leaves: Type.Record(Month, Count, { additionalProperties: false }),
    without_leaf: Type.Optional(
      Type.Object({ count: Count, named: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }) }),
    ),
  },
  { additionalProperties: true }, // a later release may say more
)
export type CertificatesHead = Static<typeof Head>

/**
 * The head that a line of a file is; undefined for every other text.
 * @throws RangeError when it says that it is one, and is not
 */
export function parseHead(json: string): CertificatesHead | undefined {
  if (!json.includes(HEAD_FORMAT) || json.length > MOST_LENGTH) return undefined
  const value = readJson(json)
  if (typeof value !== 'object' || value === null || (value as { format?: unknown }).format !== HEAD_FORMAT)
    return undefined
  if (Value.Check(Head, value)) return value
  const field = Value.Errors(Head, value).First()?.path.slice(1).replaceAll('/', '.') || 'it'
  throw new RangeError(`the head of the certificates can't be read: ${field} is not as a head has it`)
}

const MOST_LENGTH = 200_000
