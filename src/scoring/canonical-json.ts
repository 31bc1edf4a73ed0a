import { hash } from 'node:crypto'

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

/** The JSON of a value with sorted keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value))

/** sha256, in hex. */
export const sha256 = (text: string): string => hash('sha256', text)
