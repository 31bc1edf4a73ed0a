import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../../src/platform/access/audit.ts'
import { newApiKey } from '../../src/platform/access/random-tokens.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { badRequest, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { createApiKeyRoute, listApiKeysRoute, revokeApiKeyRoute } from './api-key-schemas.ts'
import { lockApiKey, pageOfApiKeys } from './queries.ts'

/** Keys for machines. Registered by the auth plugin. */
export const apiKeys: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listApiKeysRoute, handler: listApiKeys })
  app.route({ ...createApiKeyRoute, handler: createApiKey })
  app.route({ ...revokeApiKeyRoute, handler: revokeApiKey })
}

const listApiKeys: Handler<typeof listApiKeysRoute> = ({ server, query }) => pageOfApiKeys(server.db, query)

/** A plain transaction and not `change`: the answer holds the key, which must not be kept for an Idempotency-Key. */
const createApiKey: Handler<typeof createApiKeyRoute> = async (request) => {
  const { body, actor, server } = request
  const expires_at = body.expires_at ? new Date(body.expires_at) : null
  if (expires_at && expires_at <= server.clock.now())
    throw badRequest('invalid_field', 'expires_at must be in the future')
  const { key, prefix, hash } = newApiKey()
  return server.db.transaction(async (tx) => {
    // A deactivation revokes its keys, this one too.
    await tx.row`select from users where id = ${body.user_id} for share`
    const user = await tx.prisma.user.findUnique({ where: { id: body.user_id, is_active: true } })
    if (!user) throw badRequest('unknown_reference', 'user_id names no active user')
    if ((user.role === 'seller') !== (body.role === 'seller'))
      throw badRequest(
        'invalid_field',
        'role must be seller for a key of a user of role seller, and for no other key',
      )
    const made = await tx.prisma.api_key.create({
      data: { ...body, expires_at, prefix, key_hash: hash, created_by: actor.id },
      omit: { key_hash: true },
    })
    const after = plain(made)
    await audit(tx, request, { action: 'api_key.created', entity_id: after.id, after })
    return { success: true as const, id: after.id, key }
  })
}

/** Revoking twice answers the same and keeps the first time. */
const revokeApiKey: Handler<typeof revokeApiKeyRoute> = async (request) => {
  const { id } = request.params
  await request.server.db.transaction(async (tx) => {
    const before = await lockApiKey(tx, id)
    if (!before) throw notFound('api_key_not_found', `There is no API key ${id}.`)
    if (before.revoked_at) return
    const revoked_at = request.server.clock.now()
    await tx.prisma.api_key.update({ where: { id }, data: { revoked_at } })
    await audit(tx, request, { action: 'api_key.revoked', entity_id: id, before, after: { revoked_at } })
  })
  request.server.identities.forget()
  return { success: true }
}
