import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readJson } from './check.ts'

export const HEAD_FORMAT = 'sos-certificates/1'

/**
 * What stands before the certificates of some months: what the service has of these months, and may not be among them.
 */
export type CertificatesHead = {
  format: typeof HEAD_FORMAT
  /** The first and the last month, YYYY-MM. */
  from: string
  to: string
  /** How many leaves the log has of each month that has any. */
  leaves: Record<string, number>
  /** Final scores of these months that have no leaf in the log; left out where there are none. */
  without_leaf?: { count: number; named: string[] }
}

const Month = Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Schema = Type.Object(
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

/**
 * The head that a line of a file is; undefined for every other text.
 * @throws RangeError when it says that it is one, and is not
 */
export function parseHead(json: string): CertificatesHead | undefined {
  if (!json.includes(HEAD_FORMAT) || json.length > MOST_LENGTH) return undefined
  const value = readJson(json)
  if (typeof value !== 'object' || value === null || (value as { format?: unknown }).format !== HEAD_FORMAT)
    return undefined
  if (Value.Check(Schema, value)) return value
  const field = Value.Errors(Schema, value).First()?.path.slice(1).replaceAll('/', '.') || 'it'
  throw new RangeError(`the head of the certificates can't be read: ${field} is not as a head has it`)
}

const MOST_LENGTH = 200_000
