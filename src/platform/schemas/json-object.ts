import type { Ajv } from 'ajv'

/** Objects are nested this deep at the most, so that nothing that walks through one runs out of stack. */
const MAX_LEVELS = 20

/** Teaches a validator the size limit of `JsonObject`, which a list of such objects may have too (`x-max-bytes`). */
export const addJsonObjectLimits = (ajv: Ajv) =>
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: ['object', 'array'],
    validate: fitsInBytes,
    error: { message: ({ schema }) => mustFitInBytes(schema) },
  })

/** Whether an object is within the limits of `JsonObject`. */
const fitsInBytes = (maxBytes: number, object: object) =>
  !isDeeperThan(MAX_LEVELS, object) &&
  !holdsInfinity(object) &&
  Buffer.byteLength(JSON.stringify(object)) <= maxBytes

/** What is said of one that is not, as the end of a sentence. */
const mustFitInBytes = (maxBytes: number) =>
  `must be at most ${maxBytes} bytes of JSON and ${MAX_LEVELS} levels deep, without a number such as 1e309`

/** Whether a number in a value was too large to be read: JSON would store it as null. */
const holdsInfinity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsInfinity)
    : value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY

/** Whether a value has objects or arrays nested deeper than so many levels. */
export const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))
