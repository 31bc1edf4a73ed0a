import type { TObject, TSchema } from '@sinclair/typebox'
import { isNone, readBoolean } from './forms.ts'
import { referencedBy } from './references.ts'

/** What a name in a record stands for. */
interface Name {
  field: string
  /** The field's own name, whose value is in its documented form more often than not. */
  isOwn: boolean
  /** Whether it names something by its number or its code, as seller_id, and not by its code alone. */
  takesId: boolean
}

/** orderCode, "Order Code" and ORDER-CODE are order_code. */
export const snakeCase = (name: string) =>
  name
    .trim()
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[\s-]+/g, '_')
    .toLowerCase()

/** The other names of a field, as its schema declares them. */
export const aliasesOf = (schema: TSchema): string[] => schema['x-aliases'] ?? []

const LONGEST = 100
const MOST_KNOWN = 2_000

/** Answers which field a name in a record stands for; undefined for names of the sender's own. */
export function namesOf({ properties }: TObject) {
  const declared = new Map<string, Name>()
  for (const [field, schema] of Object.entries(properties))
    for (const name of [field, ...aliasesOf(schema)]) {
      if (declared.has(name)) throw new Error(`${name} is a name of two fields of a record`)
      declared.set(name, { field, isOwn: name === field, takesId: name.endsWith('_id') })
    }
  const known = new Map<string, Name | undefined>(declared)

  return (name: string): Name | undefined => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found
    if (name.length > LONGEST) return undefined
    const meant = declared.get(snakeCase(name))
    const other = meant && { ...meant, isOwn: false }
    // Senders make names up without end.
    if (known.size < MOST_KNOWN) known.set(name, other)
    return other
  }
}

/** The names of a feed's records. */
export function compileNames(feed: string, record: TObject, key: string[]) {
  const { properties, required = [] } = record
  const nameOf = namesOf(record)
  const names = [...Object.keys(properties), ...Object.values(properties).flatMap(aliasesOf)]
  const optionalKinds = Object.entries(properties).flatMap(([field, schema]) =>
    required.includes(field) ? [] : (referencedBy(schema) ?? []),
  )

  /** What a record has as its fields, as it was sent. */
  function valuesOf(raw: unknown) {
    const values: Record<string, unknown> = {}
    if (typeof raw !== 'object' || raw === null) return values
    for (const [name, value] of Object.entries(raw)) {
      const field = nameOf(name)?.field
      if (field && !isNone(value)) values[field] ??= value
    }
    return values
  }

  /** The required fields that a record does not name. */
  function missing(raw: object): string[] {
    const values = valuesOf(raw)
    const isTakenBack = !isNone(values.deleted) && readBoolean(values.deleted) === true
    return required.filter((field) => values[field] === undefined && (!isTakenBack || key.includes(field)))
  }

  return {
    nameOf,
    valuesOf,
    missing,
    /** Required fields that no column names, references by their code; a table that takes back needs the key alone. */
    missingColumns: (header: string[]): string[] =>
      missing(Object.fromEntries(header.map((name) => [name, 'true']))).map((field) => {
        const kind = properties[field] && referencedBy(properties[field])
        return kind ? `${kind}_code` : field
      }),
    /** The parts of the natural key as far as a record has them, as they were sent. */
    keyOf(raw: unknown): unknown[] {
      const values = valuesOf(raw)
      return key.map((field) => values[field])
    },
    /** What a name that is not read is not, and what it may mean; undefined when nobody needs to know. */
    describeUnknown(name: string): { what: string; meant?: string } | undefined {
      const snake = snakeCase(name)
      const kind = optionalKinds.find((optional) => optional === snake)
      return { what: `is no field of ${feed}`, meant: closest(snake, names) ?? (kind && `${kind}_code`) }
    },
  }
}

/** Whether something has fields. */
export const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** The name that a mistyped one most likely means: one or two letters away, the first of those that are equally near. */
export function closest(typed: string, names: string[]): string | undefined {
  const most = typed.length < LONG ? 1 : 2
  for (let edits = 0; edits <= most; edits++) {
    const found = names.find((name) => isWithin(edits, typed, name))
    if (found !== undefined) return found
  }
  return undefined
}

/** From so many letters on two may be wrong: of shorter names too many others are as near. */
const LONG = 8

/** Whether so many letters, left out, put in, replaced or swapped with their neighbour, make one text of another. */
function isWithin(edits: number, one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [a, b] = [one.slice(same), other.slice(same)]
  if (a === b) return true
  if (edits < Math.max(1, Math.abs(a.length - b.length))) return false
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  )
}
