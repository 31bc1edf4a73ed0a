/** One thing that differs between two versions of a record. */
export interface Difference {
  /** Where it is: `weight`, `params.age_days`, `changes.0.fields.weight`. */
  path: string
  /** undefined: it was not there before, or is not there any more. */
  before: unknown
  after: unknown
}

/**
 * What differs between two states, field by field, in the order of the fields. Objects and lists of objects are gone
 * into; a list of plain values, such as a curve, is one value. `null` or `undefined` is a state without fields.
 */
export function recordDiff(
  before: unknown,
  after: unknown,
  { except = [] }: { except?: readonly string[] } = {},
): Difference[] {
  if (isTree(before) || isTree(after)) return treeDiff('', fieldsOf(before), fieldsOf(after), except)
  return isSame(before, after) ? [] : [{ path: '', before, after }]
}

type Tree = Record<string, unknown>

function treeDiff(place: string, before: Tree, after: Tree, except: readonly string[] = []): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !except.includes(name))
    .flatMap((name) => {
      const [old, now] = [own(before, name), own(after, name)]
      const path = place ? `${place}.${name}` : name
      if (isTree(old) && isTree(now)) return treeDiff(path, fieldsOf(old), fieldsOf(now))
      return isSame(old, now) ? [] : [{ path, before: old, after: now }]
    })
}

const own = (tree: Tree, name: string) => (Object.hasOwn(tree, name) ? tree[name] : undefined)

/** Something with fields of its own, that a reader wants to see one by one. */
const isTree = (value: unknown): value is Tree | unknown[] =>
  Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value)

const isObject = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Tree =>
  typeof value === 'object' && value !== null ? (value as Tree) : {}

/** Whether two values of JSON are the same; the order of fields says nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [one, other] = [a as Tree, b as Tree]
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}
