import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState, unavailable } from '../../database/connect/unavailable.ts'
import { lineOf } from '../../logs/request-lines.ts'
import { ErrorBody } from '../../schemas/schemas.ts'
import { SECURITY_HEADERS } from '../security-headers.ts'
import { codeOfStatus, type KnownError } from './error-codes.ts'
import { badRequest, conflict, invalidField } from './problems.ts'

const { STATUS_CODES } = process.getBuiltinModule('node:http') // an import would load its WebSocket, and so undici

const RETRY_AFTER_SECONDS = 2

/** Every error leaves through here, once, as `{ "error": "<sentence>" }` with X-Error-Code and, where it is about a field, X-Error-Field. */
export function useProblems(app: FastifyInstance) {
  app.addSchema(ErrorBody)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    request.is404 && error.statusCode === 415 ? sendNotFound(request, reply) : send(request, reply, error),
  )
  app.setNotFoundHandler(sendNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Of a path that does not exist, no form of a body would be right. */
const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(404)
    .header('x-error-code', 'path_not_found')
    .send({ error: `${request.method} ${request.url.split('?')[0]} does not exist.` })

/**
 * Answers for requests that the router itself refuses, such as a path with a broken escape. No hook sees them, so
 * nothing else bounds how long their body may come.
 */
export function frameworkProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id).header('connection', 'close')
  send(request, reply, error)
  request.log.info({ ...lineOf(request), status: reply.statusCode }, 'request')
  return reply
}

function send(request: FastifyRequest, reply: FastifyReply, error: FastifyError) {
  const problem = problemOf(error, request.id, request)
  if (problem.statusCode >= 500 && hasHungUp(request, error))
    request.log.info({ reason: error.message }, 'the caller has closed the connection before its answer')
  else if (problem.statusCode === 503)
    request.log.debug({ code: problem.code, reason: problem.error }, 'the request was answered 503')
  else if (problem.statusCode >= 500) request.log.error({ err: error }, 'the request failed')
  const isOfForm = problem.statusCode === 400 || problem.statusCode === 409
  const field = isOfForm ? errorField(error as KnownError, problem.error, request) : undefined
  if (field) reply.header('x-error-field', field)
  if (problem.retryAfter) reply.header('retry-after', problem.retryAfter)
  // RFC 9110, 15.5.2: a 401 names a scheme; X-User-Id alone has none that is registered.
  if (problem.statusCode === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(problem.statusCode).header('x-error-code', problem.code).send({ error: problem.error })
}

const BROKEN_OFF = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

/** Whether the error is that the caller has gone, which is nobody's fault here. */
const hasHungUp = ({ raw }: FastifyRequest, { code }: FastifyError) =>
  raw.socket?.destroyed && BROKEN_OFF.has(code)

/** Reads any error as what a caller may know: a status, a sentence, a word for programs, seconds until the next try. */
export function problemOf(error: FastifyError, requestId: string, request?: FastifyRequest) {
  const found: FoundProblem =
    unavailable(error) ?? databaseProblem(error) ?? parserProblem(error, request) ?? (error as FoundProblem)
  const { statusCode = 500, message } = found
  if (statusCode < 400 || (statusCode >= 500 && statusCode !== 503))
    return {
      statusCode: 500,
      error: `The request failed; it is logged as ${requestId}.`,
      code: codeOfStatus(500),
    }
  return {
    statusCode,
    error: asSentence(message || (STATUS_CODES[statusCode] ?? 'Bad request')),
    code: found.errorCode ?? codeOfStatus(statusCode),
    retryAfter: retryAfterOf(error, statusCode),
  }
}

type FoundProblem = KnownError & { statusCode?: number; message: string }

const retryAfterOf = ({ retryAfter }: FastifyError & { retryAfter?: number }, statusCode: number) =>
  retryAfter ?? ([429, 503].includes(statusCode) ? RETRY_AFTER_SECONDS : undefined)

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The few database errors that a caller causes. Everything else a caller sends is refused before it gets here. */
function databaseProblem(error: unknown): FoundProblem | undefined {
  const state = sqlState(error)
  if (state === '23505')
    return conflict('already_taken', `${constrainedField(error) ?? 'This record'} is already taken`)
  if (state === '23503')
    return badRequest(
      'unknown_reference',
      `${constrainedField(error) ?? 'A field'} names something that does not exist`,
    )
  return state?.startsWith('22') ? invalidField('A value is outside what can be stored') : undefined
}

/** What Fastify refuses before a route sees it, where its own message leaves open what to do, or has no code. */
function parserProblem(error: FastifyError, request?: FastifyRequest): FoundProblem | undefined {
  const { code, message } = error
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return { statusCode: 400, message, errorCode: 'invalid_json' }
  const { 'application/json': _, ...besides } = request?.routeOptions.config?.alsoTakes ?? {}
  const others = Object.keys(besides)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && request) {
    const parts = others.length > 0 ? `: send it in parts, or as ${others.join(' or ')}` : ''
    const megabytes = request.routeOptions.bodyLimit / 2 ** 20
    return { statusCode: 413, message: `The body is larger than ${megabytes} MB${parts}` }
  }
  if (code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return undefined
  const taken = ['application/json', ...others].join(' or ')
  const given = request?.headers['content-type']?.split(';')[0]
  const sentence = `The body must be sent with the header Content-Type: ${taken}${given ? `, not ${given}` : ''}`
  return { statusCode: 415, message: sentence }
}

/** What pg tells of a constraint, and how Prisma carries it. */
interface ConstraintError {
  constraint?: string
  meta?: { driverAdapterError?: { cause?: { constraint?: { index?: string } } } }
}

/** The column behind a constraint that is named as PostgreSQL and Prisma name them: `<table>_<column>_key`. A table is a plural. */
function constrainedField(error: unknown): string | undefined {
  const { constraint, meta } = error as ConstraintError
  const name = constraint ?? meta?.driverAdapterError?.cause?.constraint?.index
  return name?.match(/^[a-z_]+?s_(\w+?)(?:_lower)?_f?key$/)?.[1]
}

const LONGEST = 200
const NOT_IN_HEADERS = /[^\x21-\x7e]/gu

/**
 * The field that a 400 or 409 is about, as X-Error-Field has it: what the check of the request named, else the field that the
 * sentence begins with; undefined where it begins with none of the request's.
 */
function errorField({ errorField: named }: KnownError, sentence: string, request: FastifyRequest) {
  const field = named ?? firstKnown(sentence, request)
  return field?.slice(0, LONGEST).toWellFormed().replaceAll(NOT_IN_HEADERS, encodeURIComponent)
}

function firstKnown(sentence: string, { routeOptions }: FastifyRequest): string | undefined {
  const [path = ''] = sentence.split(/[ ,:]/, 1)
  const [name = ''] = path.split(/[.[]/, 1)
  const { 'application/json': handled } = routeOptions?.config?.alsoTakes ?? {}
  const { body = handled, querystring, params } = (routeOptions?.schema ?? {}) as Record<string, unknown>
  return [body, querystring, params].some((schema) => isFieldOf(schema, name)) ? path : undefined
}

/** Whether a schema, or one of those that it chooses from, has a field of that name. */
function isFieldOf(schema: unknown, name: string): boolean {
  const { properties, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] }
  return Object.hasOwn(properties ?? {}, name) || anyOf.some((one) => isFieldOf(one, name))
}
