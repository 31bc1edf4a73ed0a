import { httpErrors } from '@fastify/sensible'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { type Actor, createIdentities, type Identities } from './identity.ts'
import { mayRole, PERMISSIONS, type Permission } from './roles.ts'
import { readBearer } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller must hold. Every route names this or `access`. */
    permission?: Permission
    /** `public`: nobody is asked. `bearer`: the access token alone says who calls. `user`: any known user. */
    access?: 'public' | 'bearer' | 'user'
  }
  interface FastifyRequest {
    /** The user on whose behalf the request runs; reading it on a public route is a programming error. */
    actor: Actor
  }
  interface FastifyInstance {
    identities: Identities
  }
}

/** Asks every request who it is, as its route declares; a route that declares nothing does not boot. */
export const access = fp(
  async (app) => {
    app.decorate('identities', createIdentities(app.db))
    app.decorateRequest('actor', null as unknown as Actor)
    app.addHook('onRoute', requireDeclaration)
    app.addHook('onRequest', identify)
  },
  { name: 'access', dependencies: ['database', 'tokens'] },
)

function requireDeclaration({ url, config, method }: RouteOptions) {
  if (url.startsWith('/api/') && !config?.permission && !config?.access)
    throw new Error(`${method} ${url} must name a permission, or say access: 'public', 'bearer' or 'user'`)
}

async function identify(request: FastifyRequest, _reply: FastifyReply) {
  const { permission, access } = request.routeOptions.config
  if (request.is404 || access === 'public' || (!permission && !access)) return
  request.actor = access === 'bearer' ? await bearerUser(request) : await headerUser(request)
  if (permission && !mayRole(request.actor.role, permission))
    throw httpErrors.forbidden(
      `The role ${request.actor.role} may not do this; it takes ${PERMISSIONS[permission].join(', ')}.`,
    )
}

/** The user of the bearer token. */
async function bearerUser(request: FastifyRequest): Promise<Actor> {
  const proof = await readBearer(request)
  const actor = await request.server.identities.user(proof.user_id)
  if (!actor) throw httpErrors.unauthorized('The account of this token does not exist or is not active.')
  return proof.role ? { ...actor, role: proof.role } : actor
}

/** The user that X-User-Id names; in verified mode the bearer token must prove the same user. */
async function headerUser(request: FastifyRequest): Promise<Actor> {
  const header = request.headers['x-user-id']
  if (header === undefined) throw httpErrors.unauthorized('X-User-Id is missing.')
  const id = Number(header)
  if (!/^\d{1,10}$/.test(String(header)) || id < 1 || id > 2_147_483_647)
    throw httpErrors.unauthorized('X-User-Id must be the id of a user.')
  if (request.server.env.AUTH_MODE === 'verified') {
    const actor = await bearerUser(request)
    if (actor.id !== id) throw httpErrors.unauthorized('X-User-Id and the bearer token name different users.')
    return actor
  }
  const actor = await request.server.identities.user(id)
  if (!actor) throw httpErrors.unauthorized('X-User-Id names no active user.')
  return actor
}
