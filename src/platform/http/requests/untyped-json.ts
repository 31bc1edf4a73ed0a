import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorCodes } from 'fastify'
import { parseJson } from './unstorable-text.ts'

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
