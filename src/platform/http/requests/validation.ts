import { createRequire } from 'node:module'
import type { Ajv, ErrorObject } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { FORMATS } from '../../schemas/formats.ts'
import { addJsonObjectLimits } from '../../schemas/json-object.ts'
import { codeOfKeyword } from '../errors/error-codes.ts'
import { UNCHECKED_SCHEMAS, validatorAtFirstUse } from './compile-at-first-use.ts'

const require = createRequire(import.meta.url)

/** Requests are checked by our compilers, and what they refuse is said in one sentence. */
export function useValidation(app: FastifyInstance) {
  app.setValidatorCompiler(validatorAtFirstUse(requestCompiler))
  app.setSchemaErrorFormatter((found, part) => {
    const errors = found as unknown as ErrorObject[]
    const error = mainOf(errors)
    const isRepeated = part === 'querystring' && error?.keyword === 'type' && Array.isArray(error.data)
    const said = isRepeated ? `${fieldOf(error)} is given several times: send it once` : sentence(errors)
    return Object.assign(new Error(said), {
      errorCode: codeOfKeyword(error?.keyword),
      errorField: error && nameOf(error),
    })
  })
}

/**
 * One compiler for bodies, which are taken as they are, and one for everything that travels as text
 * (query, path, headers), where "20" may be the number 20.
 */
export function requestCompiler() {
  const strict = compiler({ coerceTypes: false })
  const fromText = textCompiler()
  return ({ schema, httpPart }: { schema: object; httpPart?: string }) =>
    httpPart === 'body' ? strict.compile(schema) : fromText(schema)
}

/** A compiler of schemas; with coerceTypes "20" may be the number 20. */
export function compiler(options: { coerceTypes: boolean | 'array' }) {
  const { Ajv } = require('ajv') as typeof import('ajv') // at the first use
  const ajv: Ajv = new Ajv({
    ...options,
    ...UNCHECKED_SCHEMAS,
    useDefaults: true,
    removeAdditional: false,
    allErrors: false,
    verbose: true,
    strict: false,
    strictNumbers: true, // JSON may say 1e400, which no number holds: it would be stored as null
  })
  for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check)
  addJsonObjectLimits(ajv)
  return ajv
}

/** Compiles schemas of what travels as text: the check turns the texts of the data into what the schema wants. */
export function textCompiler() {
  const ajv = compiler({ coerceTypes: 'array' })
  return <T>(schema: object) => {
    const validate = ajv.compile<T>(schema)
    const numbers = numbersIn(schema)
    const check = (data: Record<string, unknown>) => {
      for (const [name, misread] of numbers)
        if (Object.hasOwn(data, name)) data[name] = withoutMisread(data[name], misread)
      return validate(data)
    }
    return Object.defineProperty(check, 'errors', { get: () => validate.errors }) as typeof validate
  }
}

interface Schema {
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

const wants = (types: string[], { type = '', anyOf = [], items }: Schema): boolean =>
  types.includes(type) || [...anyOf, ...(items ? [items] : [])].some((one) => wants(types, one))

/** The fields that are to be numbers, each with the texts that are no number of its kind. */
const numbersIn = ({ properties = {} }: Schema) =>
  Object.entries(properties)
    .filter(([, field]) => wants(['number', 'integer'], field))
    .map(([name, field]) => [name, wants(['number', 'string'], field) ? NO_NUMBER : NOT_WHOLE] as const)

const NO_NUMBER = /^\s*(0[xob]|$)/i
const NOT_WHOLE = /^(?!-?(?:0|[1-9]\d*)$)/

/**
 * Whether Ajv would take a text for another number. It reads text as JavaScript does: 0x10 is 16, a blank is 0, and 1e3
 * a whole number. Of Infinity and 1e309 it makes Infinity, which passes every minimum and maximum, because strictNumbers
 * compares finite numbers only. Text that is no number even to JavaScript, and none at all, it refuses by itself.
 */
function isMisread(text: unknown, misread: RegExp) {
  if (typeof text !== 'string' || text === '') return false
  const value = Number(text)
  return !Number.isNaN(value) && (!Number.isFinite(value) || misread.test(text))
}

/** The text, or the texts of a list, with a number that Ajv refuses in place of each that it would misread. */
function withoutMisread(text: unknown, misread: RegExp): unknown {
  if (Array.isArray(text)) return text.map((one) => withoutMisread(one, misread))
  if (!isMisread(text, misread)) return text
  return Number.isFinite(Number(text)) ? Number.NaN : Number(text)
}

/** One sentence that names the field and what was wrong with it. */
export function sentence(errors: ErrorObject[]): string {
  const error = mainOf(errors)
  if (!error) return 'the request is not valid'
  return `${fieldOf(error)} ${demandOf(error)}`
}

/**
 * Of a union Ajv reports every branch, and the union last. The first branch whose type the value has says most; where
 * none has it, all their types do, but null.
 */
function mainOf(errors: ErrorObject[]): ErrorObject | undefined {
  const last = errors.at(-1)
  if (last?.keyword !== 'anyOf') return last
  const { instancePath: path, schemaPath } = last
  const branches = Map.groupBy(
    errors.slice(0, -1),
    (one) => one.schemaPath.slice(schemaPath.length).split('/')[1],
  )
  const isOfType = (branch: ErrorObject[]) =>
    branch.some(({ instancePath, keyword }) => instancePath !== path || !['type', 'anyOf'].includes(keyword))
  const branch = [...branches.values()].find(isOfType)
  if (branch) return mainOf(branch)
  const others = errors.filter(({ keyword, params }) => keyword === 'type' && params.type !== 'null')
  const types = new Set(others.map(({ params }) => params.type))
  return { ...(others[0] ?? last), params: { type: [...types] } }
}

const fieldOf = (error: ErrorObject) => nameOf(error) || 'the body'

/** The field that an error is about, as a path; empty for the whole body. */
function nameOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text ? `${text}.${part}` : part), '')
  const name =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty || 'a field without a name'
        : undefined
  return [path, name].filter(Boolean).join('.')
}

const demandOf = (error: ErrorObject): string =>
  DEMANDS[error.keyword]?.(error) ?? error.message ?? 'is not valid'

/** What is demanded, by the keyword of Ajv; its own words stand for what is not here. */
const DEMANDS: Record<string, (error: ErrorObject) => string> = {
  required: () => 'is required',
  additionalProperties: ({ parentSchema }) => `is not a known field here${knownFields(parentSchema)}`,
  format: ({ params: { format }, data }) =>
    FORMATS[format]?.about?.(data as string) ?? FORMATS[format]?.says ?? `must be a ${format}`,
  pattern: ({ params, parentSchema }) => parentSchema?.['x-says'] ?? `must match ${params.pattern}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.join(', ')}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type({ params: { type }, data, instancePath, parentSchema }) {
    if (data === Infinity || data === -Infinity || isLongNumber(type, data))
      return 'is too large for a number'
    return `must be ${[type].flat().map(typeSaid).join(' or ')}${instancePath ? '' : requiredFields(parentSchema)}`
  },
  minLength: ({ params }) => atLeast(params.limit, 'characters'),
  maxLength: ({ params }) => `must have at most ${params.limit} characters`,
  minItems: ({ params }) => atLeast(params.limit, 'entries'),
  maxItems: ({ params }) => `must have at most ${params.limit} entries`,
  minProperties: () => 'must name at least one field',
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
}

const atLeast = (least: number, what: string) =>
  least === 1 ? 'must not be empty' : `must have at least ${least} ${what}`

/** Whether the text is of a number of more digits than one holds (json-bodies.ts), where a number is wanted. */
const isLongNumber = (type: unknown, data: unknown) =>
  ['number', 'integer'].includes(String(type)) && typeof data === 'string' && /^-?\d{16,}$/.test(data)

/** What a body that is missing, or is no object, has to hold. */
const requiredFields = (schema: Record<string, unknown> | undefined) => {
  const names = (schema?.required ?? []) as string[]
  return names.length > 0 ? ` with ${names.join(', ')}` : ''
}

const knownFields = (schema: Record<string, unknown> | undefined) => {
  const names = Object.keys(schema?.properties ?? {})
  return names.length > 0 ? `; known are ${names.join(', ')}` : ''
}

/** A type of JSON as people say it. */
const SAID: Record<string, string> = { integer: 'a whole number', boolean: 'true or false', null: 'null' }
const typeSaid = (type: string) => SAID[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
