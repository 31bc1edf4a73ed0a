import type { FastifyInstance } from 'fastify'

/** Headers of every answer: nothing of this service is to be framed, guessed at or run, but the documentation. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The content-security-policy of a page: it runs the scripts of this service, asks this service, and nobody else. */
export const pagePolicy = (...more: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ')

/** A year, in seconds. Only for this host: nobody knows here what runs beside it. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** Sets them; HSTS where the request came by TLS, as a trusted proxy says: other answers would not be believed. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    if (request.routeOptions.config.answersSecret) reply.header('cache-control', 'no-store')
    done()
  })
}
