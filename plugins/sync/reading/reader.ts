import { isDeepStrictEqual } from 'node:util'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { isPlainCode, plainCode } from '../../../src/platform/schemas/codes.ts'
import { MAX_INTEGER } from '../../../src/platform/schemas/schemas.ts'
import { BOOLEANS, compileRecordCheck } from '../record-check.ts'
import { type Findings, say, sayUnknown } from './findings.ts'
import { branchesOf, type Form, formOf, isNone, type SenderZone, textOf } from './forms.ts'
import { compileNames, isRecord, type RecordNames } from './names.ts'
import { keptName, type Reference, type Referenced, referencedBy } from './references.ts'

/** What reading the records of a chunk needs, and what it finds beside them. */
export interface ReadContext extends SenderZone {
  /** The currency of the facts; undefined: any. */
  currency: string | undefined
  /** What must be looked up before the records can be checked. */
  references: Reference[]
  /** What they are warned of. */
  found: Findings
}

export interface Reader extends RecordNames {
  /**
   * The record in its documented form and checked, or the sentence that says what is wrong with it. One that has
   * references is not checked yet.
   */
  read(raw: unknown, reading: ReadContext): object | string
  /** undefined for a good record in its documented form, else the sentence that names its first bad field. */
  check(record: unknown): string | undefined
  /** What is wrong with each bad field of a record as it was sent, without what it names. */
  problemsOf(raw: unknown, reading: ReadContext): Map<string, string>
}

type Fields = Record<string, unknown>

interface Field {
  read: Form
  isNullable: boolean
  kind: Referenced | undefined
  isCode: boolean
  /** A number with at most two decimals. */
  isShort: boolean
}

/** Fields that no record keeps: `deleted` takes one back, `currency` is compared. */
const UNKEPT = ['deleted', 'currency']

/** What the API shows of a record beside its fields: one that was read may be sent back. */
const SHOWN = ['id', 'created_at', 'updated_at', 'received_at']

/**
 * Compiles how records of a feed are read, once: other names, other forms of values, references. A record in its
 * documented form is recognized by its names and its check, and is given back as it is. `shown` are names that the API
 * shows beside the fields of this feed, which are left out in silence.
 */
export function compileReader(feed: string, record: TObject, key: string[], shown: string[] = []): Reader {
  const names = compileNames(feed, record, key)
  const { nameOf } = names
  const notSaid = new Set([...SHOWN, ...shown])
  const ownNames = Object.keys(record.properties)
  const { fits, problemOf, problemsOf } = compileRecordCheck(record)
  const takenBack = compileRecordCheck(keyRecord(record, key))
  const fields = Object.fromEntries(
    Object.entries(record.properties).map(([name, schema]) => [name, fieldOf(schema)]),
  )

  const codes = ownNames.filter((name) => fields[name]?.isCode)
  const hasPlainCodes = (raw: Fields) =>
    codes.every((name) => typeof raw[name] !== 'string' || isPlainCode(raw[name]))

  const check = (record: unknown) =>
    (record as Fields | null)?.deleted ? takenBack.problemOf(record) : problemOf(record)
  const allProblemsOf = (record: Fields) =>
    record.deleted ? takenBack.problemsOf(record) : problemsOf(record)

  /**
   * The good codes of a bad record, which are looked up so that what does not exist is said with what else is wrong. The
   * only field of a key names what may be new.
   */
  function codesNamed(bad: Fields): Omit<Reference, 'record'>[] {
    const unfit = allProblemsOf(bad)
    return ownNames.flatMap((field) => {
      const kind = fields[field]?.kind
      const value = bad[field]
      if (!kind || kind === 'warehouse' || key.length === 1 || unfit.has(field)) return []
      return typeof value === 'string' && keptName(kind, true, value) !== undefined
        ? [{ field, name: field, kind, value }]
        : []
    })
  }

  function read(raw: unknown, reading: ReadContext): object | string {
    if (!isRecord(raw)) return 'the record must be an object'
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
    const found = readFields(raw, nameOf, fields, reading)
    if (typeof found === 'string') return found
    const result = keptOf(found.values, key, reading.currency)
    if (typeof result === 'string') return result
    if (found.references.length === 0) {
      const problem = check(result)
      if (problem === undefined) return result
      found.references = codesNamed(result)
      if (found.references.length === 0) return problem
    }
    for (const reference of found.references) {
      if (result[reference.field] === null) delete result[reference.field]
      reading.references.push({ record: result, ...reference })
    }
    return result
  }

  function problemsWith(raw: unknown, reading: ReadContext) {
    const found = isRecord(raw) ? readFields(raw, nameOf, fields, reading) : ''
    const result = typeof found === 'string' ? found : keptOf(found.values, key, reading.currency)
    if (typeof found === 'string' || typeof result === 'string') return new Map<string, string>()
    const problems = allProblemsOf(result)
    for (const { field } of found.references) problems.delete(field)
    return problems
  }

  return { ...names, read, check, problemsOf: problemsWith }
}

/** The fields of a record under whatever names, their values in the documented form, or what is wrong. */
function readFields(
  raw: Fields,
  nameOf: RecordNames['nameOf'],
  fields: Record<string, Field>,
  reading: ReadContext,
): { values: Fields; references: Omit<Reference, 'record'>[] } | string {
  const values: Fields = {}
  const sentAs: Record<string, string> = {}
  const references: Omit<Reference, 'record'>[] = []
  for (const name of Object.keys(raw)) {
    const known = nameOf(name)
    if (!known || (known.field === 'currency' && !reading.currency)) continue
    const sent = raw[name]
    const { field, takesId } = known
    const { read, isNullable, kind, isCode, isShort } = fields[field] as Field
    if (isNone(sent)) {
      if (isNullable && values[field] === undefined) values[field] = null
      continue
    }
    const given = isCode && typeof sent === 'string' ? plainCode(sent) : sent
    const value = kind && isName(given) ? keptName(kind, takesId, given) : read(given, reading)
    if (isShort && typeof given === 'string' && THREE_DECIMALS.test(given.trim()))
      say(reading.found, 'threeDecimals', field)
    if (kind && value === undefined) {
      references.push({ field, name, kind, value: textOf(given) })
      continue
    }
    const earlier = sentAs[field]
    if (earlier !== undefined && !isSame(values[field], value))
      return `${earlier} and ${name} are names of one field and differ: send one of them`
    sentAs[field] ??= name
    values[field] = value
  }
  return { values, references }
}

/** What is kept of a record's fields, or what is wrong with those that are not. */
function keptOf(values: Fields, key: string[], ours: string | undefined): Fields | string {
  const { deleted, currency, ...kept } = values
  if (deleted !== undefined && deleted !== null && typeof deleted !== 'boolean') return `deleted ${BOOLEANS}`
  if (isOther(currency, ours))
    return `currency must be ${ours}, in which this service keeps amounts (CURRENCY), not ${currency}`
  return deleted ? { ...pick(kept, [...key, 'observed_at']), deleted } : kept
}

/** What a record that takes another back must have. */
const keyRecord = ({ properties }: TObject, key: string[]) =>
  Type.Object(pick(properties, [...key, 'observed_at']) as Record<string, TSchema>)

/** A number of three decimals and no more, which with a point between thousands is another one. */
const THREE_DECIMALS = /^-?[1-9]\d{0,2}\.\d{3}$/

function fieldOf(schema: TSchema): Field {
  const branches = branchesOf(schema)
  const own = branches.find(({ type }) => type !== 'null') as TSchema
  return {
    read: formOf(own),
    isShort: own.type === 'integer' || own['x-decimals'] < 3,
    isNullable: branches.some(({ type }) => type === 'null'),
    kind: referencedBy(schema),
    isCode: 'x-names' in schema || branches.some((branch) => branch.format === 'code' || 'x-names' in branch),
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

const isOther = (currency: unknown, ours: string | undefined) =>
  ours !== undefined &&
  currency !== undefined &&
  currency !== null &&
  textOf(currency).trim().toUpperCase() !== ours

const pick = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
