import { createHash } from 'node:crypto'

/** The same value with the keys of every object in order, so that equal values have equal JSON. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, sortKeys(object[key])]),
  )
}

/** sha256, in hex, of the JSON of a value with sorted keys. */
export const sha256 = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('hex')
