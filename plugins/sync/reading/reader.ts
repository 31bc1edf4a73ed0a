import { isDeepStrictEqual } from 'node:util'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { MAX_INTEGER } from '../../../src/platform/schemas/schemas.ts'
import { compileRecordCheck } from '../record-check.ts'
import { type Form, formOf, readBoolean } from './forms.ts'
import type { Clock } from './instants.ts'
import { type Name, namesOf } from './names.ts'
import { nameOrReference, type Reference, type Referenced } from './references.ts'

/** What reading the records of a chunk needs, and what it finds beside them. */
export interface Reading extends Clock {
  /** The currency of the facts; undefined: any. */
  currency: string | undefined
  /** What must be looked up before the records can be checked. */
  references: Reference[]
}

export interface Reader {
  /**
   * The record in its documented form and checked, or the sentence that says what is wrong with it. One that has
   * references is not checked yet.
   */
  read(raw: unknown, reading: Reading): object | string
  /** undefined for a good record in its documented form, else the sentence that names its first bad field. */
  check(record: unknown): string | undefined
  /** The required fields that a record does not name. */
  missing(raw: object): string[]
  /** The required fields that no column of a table names. A table that takes records back needs only their key. */
  missingColumns(header: string[]): string[]
  /** The parts of the natural key as far as the record has them, as they were sent. */
  keyOf(raw: unknown): unknown[]
  /** What the record has as a field, as it was sent. */
  valueOf(raw: unknown, field: string): unknown
  /** Which field a name stands for. */
  nameOf(name: string): Name | undefined
}

type Fields = Record<string, unknown>

interface Field {
  read: Form
  isNullable: boolean
  names?: Referenced
}

/** Fields that no record keeps: `deleted` takes one back, `currency` is compared. */
const UNKEPT = ['deleted', 'currency']

/**
 * Compiles how records of a feed are read, once: other names, other forms of values, references. A record in its
 * documented form is recognized by its names and its check, and is given back as it is.
 */
export function compileReader(record: TObject, key: string[]): Reader {
  const nameOf = namesOf(record)
  const { fits, problemOf } = compileRecordCheck(record)
  const takenBack = compileRecordCheck(keyRecord(record, key))
  const fields = Object.fromEntries(
    Object.entries(record.properties).map(([name, schema]) => [name, fieldOf(schema)]),
  )
  const required = record.required ?? []

  function isDocumented(raw: object) {
    for (const name in raw) {
      const known = nameOf(name)
      if (known && (!known.isOwn || UNKEPT.includes(known.field))) return false
    }
    return fits(raw)
  }

  function read(raw: unknown, reading: Reading): object | string {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'the record must be an object'
    return isDocumented(raw) ? raw : readNames(raw as Fields, reading)
  }

  function readNames(raw: Fields, reading: Reading): object | string {
    const found: Fields = {}
    const sentAs: Record<string, string> = {}
    const references: Omit<Reference, 'record'>[] = []
    for (const name of Object.keys(raw)) {
      const known = nameOf(name)
      if (!known || (known.field === 'currency' && !reading.currency)) continue
      const { field } = known
      const { read, isNullable, names } = fields[field] as Field
      const given = raw[name]
      if (isNone(given)) {
        if (isNullable && found[field] === undefined) found[field] = null
        continue
      }
      let value = read(given, reading)
      if (names && isName(given)) {
        const { kept, lookUp } = nameOrReference(names, known.takesId, given)
        if (lookUp) {
          references.push({ field, name, kind: names, ...lookUp })
          continue
        }
        value = kept
      }
      const earlier = sentAs[field]
      if (earlier !== undefined && !isSame(found[field], value))
        return `${earlier} and ${name} are names of one field and differ: send one of them`
      sentAs[field] ??= name
      found[field] = value
    }
    return settle(found, references, reading)
  }

  function settle(found: Fields, references: Omit<Reference, 'record'>[], reading: Reading): object | string {
    const { deleted, currency, ...kept } = found
    if (deleted !== undefined && deleted !== null && typeof deleted !== 'boolean')
      return 'deleted must be a boolean'
    if (isOther(currency, reading.currency))
      return `currency must be ${reading.currency}, in which this service keeps amounts (CURRENCY), not ${currency}`
    const result = deleted ? { ...pick(kept, [...key, 'observed_at']), deleted } : kept
    if (references.length === 0) return check(result) ?? result
    for (const reference of references) {
      if (result[reference.field] === null) delete result[reference.field]
      reading.references.push({ record: result, ...reference })
    }
    return result
  }

  const check = (record: unknown) =>
    (record as Fields | null)?.deleted ? takenBack.problemOf(record) : problemOf(record)

  const named = (raw: object) => {
    const values: Fields = {}
    for (const [name, value] of Object.entries(raw)) {
      const field = nameOf(name)?.field
      if (field && !isNone(value)) values[field] ??= value
    }
    return values
  }

  const missing = (raw: object) => {
    const values = named(raw)
    const isTakenBack = !isNone(values.deleted) && readBoolean(values.deleted, NO_CLOCK) === true
    return required.filter((field) => values[field] === undefined && (!isTakenBack || key.includes(field)))
  }

  return {
    read,
    check,
    nameOf,
    missing,
    missingColumns: (header) => missing(Object.fromEntries(header.map((name) => [name, 'true']))),
    keyOf: (raw) => {
      if (typeof raw !== 'object' || raw === null) return []
      const values = named(raw)
      return key.map((field) => values[field])
    },
    valueOf: (raw, field) => (typeof raw === 'object' && raw !== null ? named(raw)[field] : undefined),
  }
}

const NO_CLOCK: Clock = { timeZone: 'UTC', withoutOffset: 0 }

/** What a record that takes another back must have. */
const keyRecord = ({ properties }: TObject, key: string[]) =>
  Type.Object(pick(properties, [...key, 'observed_at']) as Record<string, TSchema>)

function fieldOf(schema: TSchema): Field {
  const branches = (schema.anyOf as TSchema[] | undefined) ?? [schema]
  const own = branches.find(({ type }) => type !== 'null') as TSchema
  return {
    read: formOf(own),
    isNullable: branches.some(({ type }) => type === 'null'),
    names: schema['x-names'] ?? own['x-names'],
  }
}

const isNone = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const isName = (value: unknown): value is string | number =>
  typeof value === 'string' ||
  (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INTEGER)

const isSame = (one: unknown, other: unknown) =>
  isDeepStrictEqual(one, other) ||
  (typeof one === 'string' &&
    typeof other === 'string' &&
    one.includes(':') &&
    Date.parse(one) === Date.parse(other))

const isOther = (currency: unknown, ours: string | undefined) =>
  ours !== undefined &&
  currency !== undefined &&
  currency !== null &&
  String(currency).trim().toUpperCase() !== ours

const pick = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
