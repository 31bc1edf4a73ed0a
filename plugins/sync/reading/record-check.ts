import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Ajv, ValidateFunction } from 'ajv'
import { DATE_ALONE } from '../../../src/feeds/fields.ts'
import { compiler, sentence } from '../../../src/platform/http/requests/validation.ts'
import { FORMATS } from '../../../src/platform/schemas/formats.ts'
import { type Decimals, hasAtMost, TOO_MANY_DECIMALS } from '../../../src/scoring/currency.ts'
import { branchesOf } from './forms.ts'
import { isRecord } from './names.ts'

/** What is wrong with a field of a record, as a sentence; null: with all of it. */
export interface Wrong {
  field: string | null
  error: string
}

/**
 * The check of a feed's records, in the sentences in which a body is refused: `fits` says whether one is good, `wrongWith`
 * what is wrong, field by field, those that are missing first; of some fields only where they are named.
 */
export function compileRecordCheck(record: TObject) {
  const fits = compiledAtFirstUse(record)
  const fields = Object.entries(record.properties).map(([field, schema]) => ({
    field,
    schema: branchesOf(schema)[0] as TSchema,
    fits: compiledAtFirstUse(Type.Object({ [field]: schema })),
  }))

  function wrongWith(value: unknown, only?: string[]): Wrong[] {
    if (!only && fits(value)) return []
    if (!isRecord(value)) return [{ field: null, error: 'the record must be an object' }]
    const asked = only ? fields.filter(({ field }) => only.includes(field)) : fields
    const { missing = [], named = [] } = Object.groupBy(asked, ({ field }) =>
      value[field] === undefined ? 'missing' : 'named',
    )
    return [...missing, ...named].flatMap(({ field, schema, fits }) => {
      if (fits(value)) return []
      const demand = ownDemand(schema, value[field])
      return { field, error: demand ? `${field} ${demand}` : sentence(fits.errors()) }
    })
  }
  return { fits, wrongWith }
}

/** The check of a schema, which is compiled when it is first asked. */
function compiledAtFirstUse(schema: TSchema) {
  let compiled: ValidateFunction | undefined
  const check = (value: unknown): boolean => {
    ajv ??= recordCompiler()
    compiled ??= ajv.compile(schema)
    return compiled(value)
  }
  return Object.assign(check, { errors: () => compiled?.errors ?? [] })
}

let ajv: Ajv | undefined

function recordCompiler() {
  return compiler().addKeyword({
    keyword: 'x-decimals',
    type: 'number',
    validate: hasAtMost,
    error: { message: ({ schema }) => TOO_MANY_DECIMALS[schema as Decimals] },
  })
}

/** A date that has not the year first, without a time. */
const DAY_FIRST = /^\s*\d\d?[./-][^:]*$/

/** What a value that stands for neither true nor false must be, as the end of a sentence. */
export const BOOLEANS = 'must be true or false; also yes, no, y, n, t, f, 1, 0'

/** A number with a decimal comma, or with marks between thousands. */
const WITH_COMMA = /^\s*-?[\d.' ]*\d,[\d,]*\d(\.\d+)?\s*$/

/** What is said of a value that pushes take in more forms than bodies do; undefined where it is the same. */
function ownDemand(schema: TSchema, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (schema.type === 'boolean') return BOOLEANS
  if (schema.enum) return `must be one of ${schema.enum.join(', ')}`
  if (typeof value !== 'string') return undefined
  if (schema.type === 'number' && WITH_COMMA.test(value))
    return 'must be a number with a decimal point and no commas, as 1234.50'
  const isDay = DATE_ALONE in schema && DAY_FIRST.test(value)
  return isDay ? (FORMATS.date?.about?.(value) ?? FORMATS.date?.says) : undefined
}
