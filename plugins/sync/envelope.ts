import { Readable } from 'node:stream'
import { httpErrors } from '@fastify/sensible'
import type { FastifyContentTypeParser, FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { MOST_RECORDS } from './push-schemas.ts'

/** What a push comes in: a JSON body, or the stream of an NDJSON one. */
export type Envelope = { records: unknown[] } | Readable

/** Hands the body of a push over unread. */
export const takeStream: FastifyContentTypeParser = async (
  request: { headers: Record<string, unknown> },
  stream: Readable,
) => {
  if (request.headers['content-encoding'] !== undefined)
    throw httpErrors.unsupportedMediaType('Content-Encoding is not supported: send the lines uncompressed')
  return stream
}

/** Checks no more of a body than that it holds a list of records. Everything else of a request is checked as usual. */
export const validateEnvelope =
  (app: FastifyInstance): FastifySchemaCompiler<object> =>
  (part) => {
    if (part.httpPart !== 'body')
      return app.validatorCompiler?.(part) as ReturnType<FastifySchemaCompiler<object>>
    return (body: unknown) => {
      const problem = problemOf(body)
      return problem ? { error: new Error(problem) } : { value: body }
    }
  }

function problemOf(body: unknown): string | undefined {
  if (body instanceof Readable) return undefined
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body must be an object'
  const { records, ...others } = body as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) return `${other} is not a known field here`
  if (records === undefined) return 'records is required'
  if (!Array.isArray(records)) return 'records must be an array'
  if (records.length > MOST_RECORDS)
    return `records holds ${records.length} records and may hold ${MOST_RECORDS}: send more as NDJSON (application/x-ndjson), which may be of any length`
  return undefined
}
