import type { FastifyInstance } from 'fastify'
import { isRead } from '../connections/slow-callers.ts'
import { unsupportedMediaType } from '../errors/problems.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

/**
 * Bodies are UTF-8: one that says it is anything else is refused, because it would be read wrongly. That of a GET is
 * not read.
 */
export function refuseOtherCharsets(app: FastifyInstance) {
  app.addHook('preParsing', (request, _reply, body, done) => {
    const [, charset] = CHARSET.exec(request.headers['content-type'] ?? '') ?? []
    if (charset === undefined || /^utf-?8$/i.test(charset) || request.is404 || !isRead(request))
      return done(null, body)
    done(
      unsupportedMediaType(
        'unsupported_media_type',
        `the charset in Content-Type must be utf-8, or left out: send the body as UTF-8; ${charset.slice(0, 40)} is not taken`,
      ),
    )
  })
}
