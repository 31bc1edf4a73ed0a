import type { FastifyRequest } from 'fastify'
import { conflict, forbidden } from '../../../src/platform/http/errors/problems.ts'

/**
 * Lets pages of this service in, and nobody else: what is done here is done with a cookie, which a foreign page could
 * have the browser send. A browser says where a request comes from, and no script can say it otherwise.
 * @throws 409 in demo mode, 403 for other pages and for what is no page
 */
export async function requireOwnPage(request: FastifyRequest) {
  if (request.server.env.AUTH_MODE === 'demo')
    throw conflict('demo_mode', 'In demo mode nobody signs in: send X-User-Id alone.')
  if (!isOwnPage(request))
    throw forbidden(
      'origin_not_allowed',
      'This is for pages of this service; other clients take POST /api/auth/idp-login.',
    )
}

/** Without TLS browsers name the origin alone. */
function isOwnPage({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? hostOf(headers.origin) === host : site === 'same-origin'
}

const hostOf = (origin: string | undefined) =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined
