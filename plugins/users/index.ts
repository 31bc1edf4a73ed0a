import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { endSessions } from '../../src/platform/access/end-sessions.ts'
import { forgetFailedLogins } from '../../src/platform/access/forget-failed-logins.ts'
import { revokeApiKeys } from '../../src/platform/access/revoke-api-keys.ts'
import { audit } from '../../src/platform/database/audit.ts'
import { differencesOf } from '../../src/platform/database/differences.ts'
import { plain } from '../../src/platform/database/record.ts'
import { requireMatch, withTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { notFound } from '../../src/platform/http/problems.ts'
import { accountColumns, createAccount, keepAnAdministrator, requireSeller } from './accounts.ts'
import { lockAdministrators, lockUser, pageOfUsers, userBy } from './queries.ts'
import { createSchema, getSchema, listSchema, updateSchema } from './schemas.ts'

/** The accounts of people and machines. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/users',
    config: { permission: 'users.read' },
    schema: listSchema,
    handler: listUsers,
  })
  app.route({
    method: 'GET',
    url: '/api/users/:id',
    config: { permission: 'users.read' },
    schema: getSchema,
    handler: getUser,
  })
  app.route({
    method: 'POST',
    url: '/api/users',
    config: { permission: 'users.write' },
    schema: createSchema,
    handler: createUser,
  })
  app.route({
    method: 'PATCH',
    url: '/api/users/:id',
    config: { permission: 'users.write' },
    schema: updateSchema,
    handler: updateUser,
  })
}

export const users = fp(plugin, { name: 'users', encapsulate: true, dependencies: ['database', 'access'] })

const listUsers: Handler<typeof listSchema> = ({ server, query }) => pageOfUsers(server.db, query)

const getUser: Handler<typeof getSchema> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'users', { id }, async () => {
    const user = await userBy(server.db, id)
    if (!user) throw noUser(id)
    return user
  })

const createUser: Handler<typeof createSchema> = async (request) => {
  const columns = await accountColumns(request.body, request.server.env)
  return change(
    request,
    async (tx) => {
      const { id } = await createAccount(tx, request, columns)
      return { success: true, id }
    },
    { secrets: ['password'] },
  )
}

const updateUser: Handler<typeof updateSchema> = async (request) => {
  const { params, body, server, credential } = request
  const columns = await accountColumns(body, server.env)
  const ownSession = credential?.kind === 'session' ? credential.session_id : null
  await change(request, async (tx) => {
    if (body.role !== undefined || body.is_active !== undefined) await lockAdministrators(tx)
    const before = await lockUser(tx, params.id)
    if (!before) throw noUser(params.id)
    await requireMatch(tx, request, 'users', params.id)
    const changes = differencesOf(before, columns)
    if (Object.keys(changes).length === 0) return
    requireSeller({ ...before, ...changes })
    const after = plain(
      await tx.prisma.user.update({
        where: { id: params.id },
        data: changes,
        omit: { password_hash: true },
      }),
    )
    await keepAnAdministrator(tx, before, after)
    if (!after.is_active) {
      await endSessions(tx, params.id)
      await revokeApiKeys(tx, request, params.id)
    }
    if (body.password !== undefined) {
      await endSessions(tx, params.id, ownSession)
      await forgetFailedLogins(tx, params.id)
    }
    const entry = { entity: 'user', entity_id: params.id }
    await audit(tx, request, { ...entry, action: 'user.updated', before, after })
    if (body.password !== undefined) await audit(tx, request, { ...entry, action: 'user.password_changed' })
  })
  server.identities.forget()
  return { success: true }
}

const noUser = (id: number) => notFound('user_not_found', `There is no user ${id}.`)
