import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { FORMATS } from '../../schemas/formats.ts'
import { addJsonObjectLimits } from '../../schemas/json-object.ts'
import { codeOfKeyword } from '../errors/error-codes.ts'
import { UNCHECKED_SCHEMAS } from './compile-at-first-use.ts'

const require = createRequire(import.meta.url)

/** Requests are checked by our compiler, and what it refuses is said in one sentence. */
export function useValidation(app: FastifyInstance) {
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    checkAtFirstUse(schema, httpPart === 'body' ? [] : readersIn(schema)),
  )
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

/** The check of a part of a request, in which `readers` first read what travels as text. */
function checkAtFirstUse(schema: object, readers: ReturnType<typeof readersIn>) {
  const check: { (data: Record<string, unknown>): boolean; errors?: ValidateFunction['errors'] } = (data) => {
    const compiled = checkOf(schema)
    for (const { name, read } of readers) if (Object.hasOwn(data, name)) data[name] = read(data[name])
    const isValid = compiled(data)
    check.errors = compiled.errors
    return isValid
  }
  return check
}

let ajv: Ajv | undefined
const checks = new WeakMap<object, ValidateFunction>()

/** The check of a schema, compiled once for all routes and all services of a process: tests start many. */
export function checkOf<Checked>(schema: object): ValidateFunction<Checked> {
  ajv ??= compiler()
  const check = checks.get(schema) ?? ajv.compile(schema)
  checks.set(schema, check)
  return check as ValidateFunction<Checked>
}

/** A compiler of schemas, with the formats and limits of this service; parts of requests and drafts share one (`checkOf`). */
export function compiler(): Ajv {
  const { Ajv } = require('ajv') as typeof import('ajv') // at the first use
  const ajv = new Ajv({
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

/** What reads the text of a field. */
type Reader = (text: unknown) => unknown

/** Reads "20" in a query, a path or a header as the number 20, where the schema asks for one. */
const readersIn = ({ properties = {} }: { properties?: Record<string, { type?: string }> }) =>
  Object.entries(properties).flatMap(([name, { type = '' }]) => {
    const read = READERS[type]
    return read ? [{ name, read }] : []
  })

const READERS: Record<string, Reader> = {
  integer: (text) => numberIn(text, /^(?!-?(?:0|[1-9]\d*)$)/),
  number: (text) => numberIn(text, /^\s*(0[xob]|$)/i),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

/**
 * The number that a text is; else the text, which the check refuses. JavaScript reads more than people write: 0x10 is 16
 * to it, a blank 0, and 1e3 a whole number. 1e309 becomes Infinity, which the check refuses as too large.
 */
function numberIn(text: unknown, isMisread: RegExp) {
  const number = Number(text)
  const isNumber = typeof text === 'string' && !Number.isNaN(number)
  return isNumber && !(Number.isFinite(number) && isMisread.test(text)) ? number : text
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
