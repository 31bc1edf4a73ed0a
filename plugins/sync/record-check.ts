import type { TObject } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { ErrorObject } from 'ajv'
import { DATE_ALONE } from '../../src/feeds/fields.ts'
import { sentence } from '../../src/platform/http/requests/validation.ts'
import { mustFitInBytes } from '../../src/platform/schemas/json-object.ts'
import { type Decimals, hasAtMost, TOO_MANY_DECIMALS } from '../../src/scoring/currency.ts'

/** What is wrong with a field of a record, as a sentence; null: with all of it. */
export interface Wrong {
  field: string | null
  error: string
}

/** Compiles the check of a feed's records: `fits` says whether one is good, `wrongWith` what is wrong, field by field. */
export function compileRecordCheck(record: TObject) {
  const compiled = TypeCompiler.Compile(record)
  const fits = (value: unknown): boolean => compiled.Check(value)
  function wrongWith(value: unknown): Wrong[] {
    const byField = Map.groupBy(fits(value) ? [] : compiled.Errors(value), fieldOf)
    return [...byField].map(([field, errors]) => ({ field, error: sentenceOf(errors[0] as ValueError) }))
  }
  return { fits, wrongWith }
}

/** The field of a record that an error is about, or lies in; null for the record itself. */
const fieldOf = ({ path }: ValueError) =>
  path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null

function sentenceOf(error: ValueError): string {
  if (error.path === '') return 'the record must be an object'
  // Of a union the first branch is the field's own schema, the second is null.
  if (error.type === ValueErrorType.Union) return sentenceOf(error.errors[0]?.First() as ValueError)
  return sentence([
    {
      instancePath: error.path,
      schemaPath: '',
      parentSchema: error.schema,
      data: error.value,
      ...constraintOf(error),
    },
  ])
}

type Constraint = Pick<ErrorObject, 'keyword' | 'params' | 'message'>

/** TypeBox's finding in the words of Ajv, so that a record is refused in the sentences in which a body is. */
function constraintOf({ type, schema, value }: ValueError): Constraint {
  if (type === ValueErrorType.Kind) return constraintOfKind(schema, value)
  if (type === ValueErrorType.ObjectRequiredProperty) return { keyword: 'required', params: {} }
  const [, first, others] = /^(?:String|Integer|Number)(.)(.*)$/.exec(ValueErrorType[type]) ?? []
  if (!first) return constraintOfType(schema.type, value)
  const keyword = first.toLowerCase() + others // such as minLength
  const isDay = DATE_ALONE in schema && DAY_FIRST.test(String(value))
  const format = isDay ? 'date' : schema.format
  return { keyword, params: { limit: schema[keyword], format, pattern: schema.pattern } }
}

/** A date that has not the year first, without a time. */
const DAY_FIRST = /^\s*\d\d?[./-][^:]*$/

/** What a value that stands for neither true nor false must be, as the end of a sentence. */
export const BOOLEANS = 'must be true or false, or 1, t, yes, y, 0, f, no, n'

/** A number with a decimal comma, or with marks between thousands. */
const WITH_COMMA = /^\s*-?[\d.' ]*\d,[\d,]*\d(\.\d+)?\s*$/

function constraintOfType(type: string, value: unknown) {
  if (type === 'number' && typeof value === 'string' && WITH_COMMA.test(value))
    return {
      keyword: 'comma',
      params: {},
      message: 'must be a number with a decimal point and no commas, as 1234.50',
    }
  if (type === 'boolean') return { keyword: 'boolean', params: {}, message: BOOLEANS }
  return { keyword: 'type', params: { type } }
}

/** The kinds that this service adds to TypeBox: a closed list of words, money, and an object of the caller's own. */
function constraintOfKind(schema: ValueError['schema'], value: unknown) {
  if (schema.enum) return { keyword: 'enum', params: { allowedValues: schema.enum } }
  if (typeof value !== schema.type || value === null || Array.isArray(value))
    return constraintOfType(schema.type, value)
  if (typeof value !== 'number')
    return { keyword: 'object', params: {}, message: mustFitInBytes(schema['x-max-bytes']) }
  if (value < schema.minimum) return { keyword: 'minimum', params: { limit: schema.minimum } }
  if (value > schema.maximum) return { keyword: 'maximum', params: { limit: schema.maximum } }
  const decimals = schema['x-decimals'] as Decimals
  return hasAtMost(decimals, value)
    ? { keyword: 'type', params: { type: 'number' } }
    : { keyword: 'decimals', params: {}, message: TOO_MANY_DECIMALS[decimals] }
}
