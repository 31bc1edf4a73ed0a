import type { TObject } from '@sinclair/typebox'
import { closest } from './closest.ts'
import { isNone, readBoolean } from './forms.ts'
import { aliasesOf, type Name, namesOf, snakeCase } from './names.ts'
import { referencedBy } from './references.ts'
import type { DescribeUnknown } from './unknown-names.ts'

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
  /** What a name in `unknown` is not, and the name that it may mean. */
  describeUnknown: DescribeUnknown
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
