/**
 * What a value must look like, as data: the name of a kind (`'integer'`), one of some words (`'up|down'`), either or
 * null (`'string?'`), a list that is not empty (`[shape]`), or an object with exactly these fields, or, within
 * `atLeast`, with these and others.
 */
export type Shape = string | readonly [Shape] | Fields
export type Fields = { readonly [field: string]: Shape }

const OPEN = Symbol('other fields are allowed')

/** An object whose further fields the specification leaves open. */
export const atLeast = (fields: Fields): Fields => Object.assign({ ...fields }, { [OPEN]: true })

const isText = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value)

const KINDS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  anything: () => true,
  true: (value) => value === true,
  '0|1': (value) => value === 0 || value === 1,
  period: isText(/^\d{4}-(0[1-9]|1[0-2])$/),
  date: isText(/^\d{4}-\d\d-\d\d$/),
  timestamp: isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  colour: isText(/^#[0-9A-Fa-f]{6}$/),
  sentence: isText(/^\S.*[.!?]$/s),
}

/** Everything in which a value is not of a shape, as sentences; none when it fits. */
export function misfits(shape: Shape, value: unknown, path = 'the answer'): string[] {
  if (typeof shape === 'string') return isOf(shape, value) ? [] : [`${path} is no ${shape}: ${shown(value)}`]
  if (Array.isArray(shape)) return misfitsOfList(shape[0], value, path)
  return misfitsOfFields(shape as Fields, value, path)
}

function isOf(kind: string, value: unknown): boolean {
  if (kind.endsWith('?')) return value === null || isOf(kind.slice(0, -1), value)
  const known = KINDS[kind]
  if (known) return known(value)
  if (!kind.includes('|')) throw new RangeError(`${kind} is no kind`)
  return kind.split('|').includes(value as string)
}

function misfitsOfList(item: Shape, value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [`${path} is no list: ${shown(value)}`]
  if (value.length === 0) return [`${path} is empty, so it shows nothing`]
  return value.flatMap((one, index) => misfits(item, one, `${path}[${index}]`))
}

function misfitsOfFields(fields: Fields, value: unknown, path: string): string[] {
  if (!KINDS.object?.(value)) return [`${path} is no object: ${shown(value)}`]
  const given = value as Record<string, unknown>
  const strangers = OPEN in fields ? [] : Object.keys(given).filter((field) => !(field in fields))
  return [
    ...strangers.map((field) => `${path}.${field} should not be there`),
    ...Object.entries(fields).flatMap(([field, shape]) =>
      field in given ? misfits(shape, given[field], `${path}.${field}`) : [`${path}.${field} is missing`],
    ),
  ]
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 100)
