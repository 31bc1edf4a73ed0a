/** Where two JSON values differ first: the path, and both values as JSON cut short. Undefined when they are equal. */
export function firstDifference(a: unknown, b: unknown, path = ''): [string, string, string] | undefined {
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b))
    return Object.is(a, b) ? undefined : [path, short(a), short(b)]
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const name of [...names].sort()) {
    const found = firstDifference(a[name], b[name], path === '' ? name : `${path}.${name}`)
    if (found) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function short(value: unknown): string {
  const json = value === undefined ? 'absent' : JSON.stringify(value)
  return json.length > 80 ? `${json.slice(0, 80)}…` : json
}
