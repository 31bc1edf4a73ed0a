import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyBodyParser, type FastifyInstance, type FastifyRequest } from 'fastify'
import { isDeeperThan } from '../../schemas/json-object.ts'
import { badRequest } from '../errors/problems.ts'

/**
 * PostgreSQL stores no NUL character and JSON columns no half of a surrogate pair. Both are legal in a JSON
 * string, so they are refused here, for bodies, query strings and paths alike.
 */
export function refuseUnstorableText(app: FastifyInstance) {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson(app))
  app.addHook('preValidation', ({ query, params }, _reply, done) => {
    const problem = fieldWithUnstorableText(query) ?? fieldWithUnstorableText(params)
    done(problem === undefined ? undefined : badRequest('unstorable_text', refusal(problem)))
  })
}

/**
 * Reads JSON, which is UTF-8 between systems (RFC 8259, 8.1), and refuses what can't be stored. Some clients name the
 * type of a body that they don't send.
 */
function parseJson(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(badRequest('invalid_json', NO_UTF8))
    const body = withSentDigits(bytes.toString().replace(/^\uFEFF/, ''))
    parse(request, body, (error, value) => {
      if (error)
        return done(readJson(body) === undefined ? error : badRequest('invalid_field', OF_PROTOTYPES))
      const problem = unstorableText(body, value)
      done(problem ? badRequest('unstorable_text', problem) : null, value)
    })
  }
}

/** What the parser refuses beside what is no JSON. */
const OF_PROTOTYPES = 'the body holds a field named __proto__ or constructor.prototype, which is not taken'

/** The value of a JSON text; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An escape, the begin or end of a text, or an integer of so many digits that a float may round it. */
const TOKENS = /\\.|"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs

/** As many digits as a float may round. Written out they are found seven times as fast as by {16}. */
const LONG = new RegExp('\\d'.repeat(16))

/** A JSON text whose integers that a float would round are texts: taken where a text is, refused where a number is. */
export function withSentDigits(json: string) {
  if (!LONG.test(json)) return json
  let isText = false
  return json.replace(TOKENS, (found) => {
    if (found === '"') isText = !isText
    const isExact = isText || !LONG.test(found) || Number.isSafeInteger(Number(found))
    return isExact ? found : `"${found}"`
  })
}

const NO_UTF8 = 'the body is not valid UTF-8: send JSON as UTF-8'

/** Cheap look at the text first: only an escape can bring such a character into a JSON string. */
const SUSPECT = /\\u(0000|[dD][89a-fA-F])/

/** Why the value of a JSON text can't be stored, as a sentence that names the field; undefined when it can. */
export function unstorableText(text: string, value: unknown): string | undefined {
  if (!SUSPECT.test(text)) return undefined
  if (isDeeperThan(MOST_LEVELS, value)) return `the body is nested deeper than ${MOST_LEVELS} levels`
  const field = fieldWithUnstorableText(value)
  return field === undefined ? undefined : refusal(field)
}

const refusal = (field: string) =>
  `${field || 'the body'} holds a NUL character or half a surrogate pair, which can't be stored`

/** Nothing that is meant is nested deeper, and a stack holds far more. */
const MOST_LEVELS = 500

/** The path of the first text that can't be stored, or of the object with such a key; undefined where there is none. */
export function fieldWithUnstorableText(value: unknown): string | undefined {
  const path = pathToUnstorable(value)
  return path?.length === 0 && typeof value !== 'string' ? 'a field name' : path?.join('.')
}

/** Made on the way back alone: a body may hold millions of values. */
function pathToUnstorable(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (value === null || typeof value !== 'object') return undefined
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (typeof key === 'string' && !isStorable(key)) return []
    const found = pathToUnstorable((value as Record<string | number, unknown>)[key])
    if (found) return [key, ...found]
  }
  return undefined
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** So many bytes show what a body is. */
const BEGINNING = 1_000

/** What curl says of a body when nobody tells it more. */
const FORM = 'application/x-www-form-urlencoded'

/**
 * Reads JSON that comes without a content type, or with the one that curl gives to every body. Whatever else comes
 * so is refused as a type that no route takes.
 */
export function readUntypedJson(app: FastifyInstance) {
  const parse = parseJson(app)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) =>
    isUntyped(request) && /^\s*[[{]/.test(body.toString('latin1', 0, BEGINNING))
      ? parse(request, body as Buffer, done)
      : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? 'none')),
  )
}

function isUntyped({ headers }: FastifyRequest) {
  const type = headers['content-type']
  return type === undefined || type.split(';')[0]?.trim().toLowerCase() === FORM
}
