import type { TObject, TSchema } from '@sinclair/typebox'
import { isNone, readBoolean } from './forms.ts'
import { referencedBy } from './references.ts'

/** What a name in a record stands for. */
export interface Name {
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

const lettersOf = (name: string) => name.replaceAll(/[\s_-]+/g, '').toLowerCase()

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
  const letters = new Set([...declared.keys()].map(lettersOf)) // what else is not worth a closer look

  return (name: string): Name | undefined => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found
    if (name.length > LONGEST || !letters.has(lettersOf(name))) return undefined
    const meant = declared.get(snakeCase(name))
    const other = meant && { ...meant, isOwn: false }
    // Senders make names up without end.
    if (known.size < MOST_KNOWN) known.set(name, other)
    return other
  }
}

/** What the names in a record say, before it is read. */
export interface RecordNames {
  /** Which field a name stands for. */
  nameOf(name: string): Name | undefined
  /** The required fields that a record does not name. */
  missing(raw: object): string[]
  /**
   * The required fields that no column of a table names, references by the name that takes codes. A table that takes
   * records back needs only their key.
   */
  missingColumns(header: string[]): string[]
  /** The parts of the natural key as far as the record has them, as they were sent. */
  keyOf(raw: unknown): unknown[]
  /** What the record has as a field, as it was sent. */
  valueOf(raw: unknown, field: string): unknown
  /** What of a record is read, as it was sent. */
  knownOf(raw: unknown): unknown
  /** What a name that is not read is not, and what it may mean; undefined when nobody needs to know. */
  describeUnknown(name: string): { what: string; meant?: string } | undefined
}

/** The names of a feed's records. */
export function compileNames(feed: string, record: TObject, key: string[]): RecordNames {
  const { properties, required = [] } = record
  const nameOf = namesOf(record)
  const names = [...Object.keys(properties), ...Object.values(properties).flatMap(aliasesOf)]
  const optionalKinds = Object.entries(properties).flatMap(([field, schema]) =>
    required.includes(field) ? [] : (referencedBy(schema) ?? []),
  )

  function valuesOf(raw: unknown) {
    const values: Record<string, unknown> = {}
    if (typeof raw !== 'object' || raw === null) return values
    for (const [name, value] of Object.entries(raw)) {
      const field = nameOf(name)?.field
      if (field && !isNone(value)) values[field] ??= value
    }
    return values
  }

  function missing(raw: object) {
    const values = valuesOf(raw)
    const isTakenBack = !isNone(values.deleted) && readBoolean(values.deleted) === true
    return required.filter((field) => values[field] === undefined && (!isTakenBack || key.includes(field)))
  }

  return {
    nameOf,
    missing,
    missingColumns: (header) =>
      missing(Object.fromEntries(header.map((name) => [name, 'true']))).map((field) => {
        const kind = properties[field] && referencedBy(properties[field])
        return kind ? `${kind}_code` : field
      }),
    keyOf(raw) {
      const values = valuesOf(raw)
      return key.map((field) => values[field])
    },
    valueOf: (raw, field) => valuesOf(raw)[field],
    knownOf: (raw) =>
      isRecord(raw) ? Object.fromEntries(Object.entries(raw).filter(([name]) => nameOf(name))) : raw,
    describeUnknown(name) {
      const snake = snakeCase(name)
      const kind = optionalKinds.find((optional) => optional === snake)
      return { what: `is no field of ${feed}`, meant: closest(snake, names) ?? (kind && `${kind}_code`) }
    },
  }
}

/** Whether something has fields. */
export const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/**
 * The name that a mistyped one most likely means: one or two letters away, the first of those that are equally near.
 */
export function closest(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = typed.length < LONG ? 2 : 3
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= least) continue
    const distance = distanceOf(typed, name)
    if (distance >= least) continue
    best = name
    least = distance
  }
  return best
}

/** From so many letters on two may be wrong: of shorter names too many others are as near. */
const LONG = 8

/** How many letters must be left out, put in, replaced or swapped with their neighbour (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped))
    }
    before = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY
