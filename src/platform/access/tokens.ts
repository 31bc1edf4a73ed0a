import { createHash, randomBytes } from 'node:crypto'
import jwt from '@fastify/jwt'
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '../database.ts'
import type { Role } from './roles.ts'

/** Claims of an access token: `sub` the user's id, `sid` the session it ends with. */
export interface AccessClaims {
  sub: string
  sid: string
}

/** What a bearer token proves. An API key has a role of its own. */
export interface Proof {
  user_id: number
  session_id?: string
  role?: Role
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessClaims
    user: AccessClaims & { exp: number }
  }
}

const ISSUER = 'seller-operating-score'
const ACCESS_TOKEN_MINUTES = 15

/** Signs and reads access tokens (HS256, issuer and audience pinned) and API keys. */
export const tokens = fp(
  async (app) => {
    await app.register(jwt, {
      secret: app.env.JWT_SECRET ?? (await sharedSecret(app.db)),
      sign: { algorithm: 'HS256', expiresIn: `${ACCESS_TOKEN_MINUTES}m`, iss: ISSUER, aud: ISSUER },
      verify: { algorithms: ['HS256'], allowedIss: ISSUER, allowedAud: ISSUER },
    })
  },
  { name: 'tokens', dependencies: ['database'] },
)

/** What the request's bearer token proves. @throws 401 when it is missing, invalid, expired or revoked */
export async function readBearer(request: FastifyRequest): Promise<Proof> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    throw httpErrors.unauthorized('Authorization must be "Bearer" and an access token.')
  return token.startsWith(API_KEY_PREFIX) ? proofOfApiKey(request, token) : proofOfAccessToken(request, token)
}

async function proofOfAccessToken(request: FastifyRequest, token: string): Promise<Proof> {
  const { db, identities, jwt } = request.server
  let claims: AccessClaims
  try {
    claims = jwt.verify<AccessClaims>(token)
  } catch {
    throw httpErrors.unauthorized('The access token is invalid or expired.')
  }
  const session = await identities.remembered(`session:${claims.sid}`, () =>
    db.row<{ user_id: number }>(
      `select user_id from sessions where id = $1::uuid and ended_at is null and expires_at > now()`,
      [claims.sid],
      'find-session',
    ),
  )
  if (!session) throw httpErrors.unauthorized('The session of this token has ended.')
  return { user_id: session.user_id, session_id: claims.sid }
}

export const API_KEY_PREFIX = 'sos_'

/** A new API key: shown once, kept as `hash`. */
export function newApiKey() {
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url')
  return { key, prefix: key.slice(0, 12), hash: hashToken(key) }
}

/** How keys and refresh tokens are kept: they are random, so one SHA-256 is enough. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

async function proofOfApiKey({ server: { db, identities } }: FastifyRequest, key: string): Promise<Proof> {
  const hash = hashToken(key)
  const proof = await identities.remembered(`key:${hash}`, () =>
    db.row<Proof>(
      `select user_id, role from api_keys
       where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
      [hash],
      'find-api-key',
    ),
  )
  if (!proof) throw httpErrors.unauthorized('The API key is unknown, revoked or expired.')
  return proof
}

/** Demo mode's secret: made by the first process, shared by all that use the database. */
async function sharedSecret(db: Database) {
  const secret = JSON.stringify(randomBytes(48).toString('base64url'))
  await db.rows(
    `insert into service_state (key, value) values ('jwt_secret', $1::jsonb) on conflict do nothing`,
    [secret],
  )
  const row = await db.row<{ value: string }>(`select value from service_state where key = 'jwt_secret'`)
  return row?.value as string
}
