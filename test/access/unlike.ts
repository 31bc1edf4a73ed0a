/** Sums differ with what is left out; an instant and a cursor are of the moment. */
const VARYING = ['total', 'totals', 'page', 'limit', 'as_of', 'next', 'warnings']

/**
 * The places in which a part of an answer differs from the whole: fields must be the same, and each element of a list
 * must be one of the whole's. CSV is compared line by line.
 */
export function unlike(part: unknown, whole: unknown, at = ''): string[] {
  if (typeof part === 'string' && typeof whole === 'string' && part.includes('\n'))
    return unlike(part.split(/\r?\n\n?/), whole.split(/\r?\n\n?/), at)
  if (Array.isArray(part) && Array.isArray(whole))
    return part.flatMap((one, n) => {
      if (whole.some((other) => unlike(one, other).length === 0)) return []
      return [`${at}[${n}]`]
    })
  if (isObject(part) && isObject(whole))
    return Object.keys(part).flatMap((key) =>
      VARYING.includes(key) ? [] : unlike(part[key], whole[key], `${at}.${key}`),
    )
  return Object.is(part, whole) ? [] : [at]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
