import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { sharedSecret } from '../security/secrets.ts'

/** `sub` is the user's id, `sid` the session that the token ends with, `jti` its own, so that no two are alike. */
interface AccessClaims {
  sub: string
  sid: string
  jti: string
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessClaims
    user: AccessClaims & { exp: number }
  }
}

/** How PostgreSQL’s gen_random_uuid writes the id of a session. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ISSUER = 'seller-operating-score'
export const ACCESS_TOKEN_MINUTES = 15

/**
 * Signs and reads access tokens: HS256 alone, issuer, audience and claims required. Their times are the database's,
 * which the package does not know: it is given when a token begins, and its end is checked in readAccessToken.
 */
export const tokens = fp(
  async (app) => {
    await app.register(jwt, {
      secret: app.env.JWT_SECRET ?? (await sharedSecret(app.db, 'jwt_secret')),
      sign: { algorithm: 'HS256', expiresIn: `${ACCESS_TOKEN_MINUTES}m`, iss: ISSUER, aud: ISSUER },
      verify: {
        algorithms: ['HS256'],
        ignoreExpiration: true,
        allowedIss: ISSUER,
        allowedAud: ISSUER,
        requiredClaims: ['exp', 'iss', 'aud', 'sub', 'sid'],
      },
    })
  },
  { name: 'tokens', dependencies: ['database'] },
)

/** An access token of a session, and when it expires (Unix seconds). */
export function signAccessToken({ jwt, clock }: FastifyInstance, userId: number, sessionId: string) {
  const begin = { iat: Math.floor(clock.now().getTime() / 1000) }
  const access_token = jwt.sign({ sub: String(userId), sid: sessionId, jti: randomUUID(), ...begin })
  return { access_token, expires_at: jwt.decode<{ exp: number }>(access_token)?.exp as number }
}

/** The claims of a valid access token of this service, or undefined. */
export function readAccessToken({ jwt, clock }: FastifyInstance, token: string): AccessClaims | undefined {
  try {
    const claims = jwt.verify<AccessClaims & { exp: number }>(token)
    const isValid = typeof claims.sid === 'string' && UUID.test(claims.sid)
    return isValid && claims.exp * 1000 > clock.now().getTime() ? claims : undefined
  } catch {
    return undefined
  }
}

/** Whether a token says that this service made it. It proves nothing; it tells whom to ask for the proof. */
export function isOwnToken({ jwt }: FastifyInstance, token: string): boolean {
  try {
    return jwt.decode<{ iss?: string }>(token)?.iss === ISSUER
  } catch {
    return false
  }
}
