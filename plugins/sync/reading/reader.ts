import { isDeepStrictEqual } from 'node:util'
import type { TObject, TSchema } from '@sinclair/typebox'
import { UNKEPT } from '../../../src/feeds/feed.ts'
import { isPlainCode, plainCode } from '../../../src/platform/schemas/codes.ts'
import { MAX_INTEGER } from '../../../src/platform/schemas/schemas.ts'
import { type Findings, sayUnknown } from './findings.ts'
import { branchesOf, formOf, isNone, type SenderZone, textOf } from './forms.ts'
import { compileNames, isRecord } from './names.ts'
import { BOOLEANS, compileRecordCheck, type Wrong } from './record-check.ts'
import { keptName, type Reference, referencedBy } from './references.ts'

/** What reading the records of a chunk needs, and what it finds beside them. */
export interface ReadContext extends SenderZone {
  /** The currency of the facts; undefined: any. */
  currency: string | undefined
  /** What must be looked up before the records can be checked. */
  references: Reference[]
  found: Findings
  /** The texts of three decimals where there are at most two, by their record and field: it may still be rejected. */
  threeDecimals: Map<object, Record<string, string>>
}

export type Reader = ReturnType<typeof compileReader>

type Fields = Record<string, unknown>

/** What the API shows of a record beside its fields: one that was read may be sent back. */
const SHOWN = ['id', 'created_at', 'updated_at', 'received_at']

/**
 * Compiles how records of a feed are read, once. A record in its documented form is recognized by its names and its check,
 * and is given back as it is. `shown` are names that the API shows beside the fields, which are left out in silence.
 */
export function compileReader(feed: string, record: TObject, key: string[], shown: string[] = []) {
  const names = compileNames(feed, record, key)
  const { nameOf } = names
  const notSaid = new Set([...SHOWN, ...shown])
  const ownNames = Object.keys(record.properties)
  const { fits, wrongWith } = compileRecordCheck(record)
  const ofDeletion = [...key, 'observed_at']
  const fields = Object.fromEntries(
    Object.entries(record.properties).map(([name, schema]) => [name, fieldOf(schema)]),
  )

  const codes = ownNames.filter((name) => fields[name]?.isCode)
  const hasPlainCodes = (raw: Fields) =>
    codes.every((name) => typeof raw[name] !== 'string' || isPlainCode(raw[name]))

  /** What is wrong with a record in its documented form; nothing of a good one. */
  const check = (record: unknown): Wrong[] =>
    wrongWith(record, (record as Fields | null)?.deleted ? ofDeletion : undefined)

  /** A sentence that begins with the name of a field. */
  const about = (error: string): Wrong[] => [
    { field: nameOf(error.split(' ', 1)[0] as string)?.field ?? null, error },
  ]

  /** The good codes of a bad record, to say what does not exist with what else is wrong. A key alone may be new. */
  const codesNamed = (bad: Fields, wrong: Wrong[]): Omit<Reference, 'record'>[] =>
    ownNames.flatMap((field) => {
      const kind = fields[field]?.kind
      const value = bad[field]
      if (!kind || kind === 'warehouse' || key.length === 1 || typeof value !== 'string') return []
      const isGood = keptName(kind, true, value) !== undefined && !wrong.some((one) => one.field === field)
      return isGood ? [{ field, name: field, kind, value }] : []
    })

  /** The record in its documented form, or what is wrong with it. One that has references is not checked yet. */
  function read(raw: unknown, reading: ReadContext): object | Wrong[] {
    if (!isRecord(raw)) return about('the record must be an object')
    let hasOwnNames = true
    let isKnown = true
    for (const name in raw) {
      const known = nameOf(name)
      if (known) hasOwnNames &&= known.isOwn && !UNKEPT.includes(known.field)
      else {
        isKnown = false
        if (!isNone(raw[name]) && !notSaid.has(name)) sayUnknown(reading.found, name)
      }
    }
    if (hasOwnNames && hasPlainCodes(raw) && fits(raw)) return isKnown ? raw : pick(raw, ownNames)
    const found = readFields(raw, reading)
    if (Array.isArray(found)) return found
    const { record } = found
    if (found.references.length === 0) {
      const wrong = check(record)
      if (wrong.length === 0) return record
      found.references = codesNamed(record, wrong)
      if (found.references.length === 0) return wrong
    }
    for (const reference of found.references) {
      if (record[reference.field] === null) delete record[reference.field]
      reading.references.push({ record, ...reference })
    }
    return record
  }

  /** The fields of a record under whatever names, their values in the documented form, or what is wrong. */
  function readFields(raw: Fields, reading: ReadContext) {
    const values: Fields = {}
    const sentAs: Record<string, string> = {}
    const threeDecimals: Record<string, string> = {}
    const references: Omit<Reference, 'record'>[] = []
    for (const name of Object.keys(raw)) {
      const known = nameOf(name)
      if (!known || (known.field === 'currency' && !reading.currency)) continue
      const sent = raw[name]
      const { field, takesId } = known
      const { read, isNullable, kind, isCode, isShort } = fields[field] as ReturnType<typeof fieldOf>
      if (isNone(sent)) {
        if (isNullable && values[field] === undefined) values[field] = null
        continue
      }
      const given = isCode && typeof sent === 'string' ? plainCode(sent) : sent
      const value = kind && isName(given) ? keptName(kind, takesId, given) : read(given, reading)
      if (isShort && typeof given === 'string' && THREE_DECIMALS.test(given.trim()))
        threeDecimals[field] = given.trim()
      if (kind && value === undefined) {
        references.push({ field, name, kind, value: textOf(given) })
        continue
      }
      const earlier = sentAs[field]
      if (earlier !== undefined && !isSame(values[field], value))
        return about(`${earlier} and ${name} are names of one field and differ: send one of them`)
      sentAs[field] ??= name
      values[field] = value
    }
    const record = keptOf(values, key, reading.currency)
    if (typeof record === 'string') return about(record)
    const kept = pick(threeDecimals, Object.keys(record)) as typeof threeDecimals
    if (Object.keys(kept).length > 0) reading.threeDecimals.set(record, kept)
    return { record, references }
  }

  return { ...names, read, check, about }
}

/** What is kept of a record's fields, or what is wrong with those that are not. */
function keptOf(values: Fields, key: string[], ours: string | undefined): Fields | string {
  const { deleted, currency, ...kept } = values
  if (!isNone(deleted) && typeof deleted !== 'boolean') return `deleted ${BOOLEANS}`
  if (ours && !isNone(currency) && textOf(currency).trim().toUpperCase() !== ours)
    return `currency must be ${ours}, in which this service keeps amounts (CURRENCY), not ${currency}`
  return deleted ? { ...pick(kept, [...key, 'observed_at']), deleted } : kept
}

/** A number of three decimals and no more, which with a point between thousands is another one. */
const THREE_DECIMALS = /^-?[1-9]\d{0,2}\.\d{3}$/

function fieldOf(schema: TSchema) {
  const [own = schema, none] = branchesOf(schema)
  const kind = referencedBy(schema)
  return {
    read: formOf(own),
    /** A number with at most two decimals. */
    isShort: own.type === 'integer' || own['x-decimals'] < 3,
    isNullable: none !== undefined,
    kind,
    isCode: kind !== undefined || own.format === 'code',
  }
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'string' ||
  (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INTEGER)

const isSame = (one: unknown, other: unknown) =>
  isDeepStrictEqual(one, other) ||
  (typeof one === 'string' &&
    typeof other === 'string' &&
    one.includes(':') &&
    Date.parse(one) === Date.parse(other))

const pick = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
