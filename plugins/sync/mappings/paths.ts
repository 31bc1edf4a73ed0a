/**
 * The value at a path in a record: names with dots between, numbers for places in a list, `*` for all of a list. A
 * field that is itself named like the path comes first. undefined where the path leads nowhere.
 */
export function valueAt(record: unknown, path: string): unknown {
  if (isObject(record) && Object.hasOwn(record, path)) return record[path]
  return follow(record, path.split('.'))
}

function follow(value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined) return value
  if (step === '*') return Array.isArray(value) ? value.map((item) => follow(item, rest)) : undefined
  if (!isObject(value) || !Object.hasOwn(value, step)) return undefined
  return follow(value[step], rest)
}

/** Lists are objects, too, with their places as names. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
