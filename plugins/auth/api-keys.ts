import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { ROLE_WORDS } from '../../src/domain/words/states.ts'
import { revokeApiKeys } from '../../src/platform/access/end-access.ts'
import { newApiKey } from '../../src/platform/access/random-tokens.ts'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import { pageOfRecords, plain } from '../../src/platform/database/statements/records.ts'
import { badRequest, invalidField, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  Nullable,
  OneOf,
  Success,
  Text,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'

const fields = {
  name: Text(200, { description: 'What the key is for', examples: ['Warehouse gate, north'] }),
  user_id: Id({ description: 'The user that the machine acts for' }),
  role: OneOf([...ROLES], {
    description:
      'The role the key holds: it does what both this role and the present role of its user may do; that of a seller’s key is seller',
    examples: ['system'],
    'x-help': 'The key may do only what this role and the role of its person both allow.',
  }),
}

const ApiKey = Type.Object({
  id: Id(),
  ...fields,
  username: Type.String({ examples: ['gate-north'] }),
  rights: Type.String({
    description: 'What it may do: what its role and the present role of its user both may',
    examples: ['Only what Board and Finance both allow'],
  }),
  prefix: Type.String({ description: 'How the key begins', examples: ['sos_Jx2mPq9a'] }),
  created_by: Id(),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp()),
  revoked_at: Nullable(Timestamp()),
})
type ApiKey = Static<typeof ApiKey>

/** Keys for machines. Registered by the auth plugin. */
export const apiKeys: FastifyPluginAsyncTypebox = async (app) => {
  for (const route of [listApiKeys, createApiKey, revokeApiKey]) app.route(route)
}

/** The newest first. Never the key, nor its hash. */
const listApiKeys = endpoint('GET', '/api/auth/api-keys', 'api-keys.read', {
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'The newest first, revoked and expired ones included.',
  ...wholeList(ApiKey),
})(({ server: { db }, query }) => {
  const shown = {
    omit: { key_hash: true },
    include: { user: { select: { username: true, role: true } } },
  } as const
  return pageOfRecords(
    query,
    (rows) => db.prisma.api_key.findMany({ ...shown, orderBy: { id: 'desc' }, ...rows }),
    db.prisma.api_key.count(),
    ({ user: { username, role }, ...key }) =>
      ({ ...plain(key), username, rights: rightsOf(key.role as Role, role as Role) }) as ApiKey,
  )
})

const rightsOf = (role: Role, ofUser: Role) =>
  role === ofUser
    ? ROLE_WORDS[role].label
    : `Only what ${ROLE_WORDS[role].label} and ${ROLE_WORDS[ofUser].label} both allow`

/** A plain transaction and not `change`: the answer holds the key, which must not be kept for an Idempotency-Key. */
const createApiKey = endpoint('POST', '/api/auth/api-keys', 'api-keys.write', {
  config: { idempotencyKey: false, answersSecret: true },
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'The key is shown in this answer and never again; it is revoked when its user is deactivated. It is sent as Authorization: Bearer, beside the X-User-Id of its user. Idempotency-Key is ignored here, because the answer holds a secret.',
  body: Closed({
    ...fields,
    expires_at: Type.Optional(
      Nullable(Timestamp(), {
        description: 'In the future; without it: never',
        examples: ['2099-12-31T23:59:59.000Z'],
      }),
    ),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      id: Id(),
      key: Type.String({ description: 'The key itself', examples: ['sos_Jx2mPq9aW5…'] }),
    }),
  },
})(async (request) => {
  const { body, actor, server } = request
  const expires_at = body.expires_at ? new Date(body.expires_at) : null
  if (expires_at && expires_at <= server.clock.now()) throw invalidField('expires_at must be in the future')
  const { key, prefix, hash } = newApiKey()
  return server.db.transaction(async (tx) => {
    // A deactivation revokes its keys, this one too.
    const user = await tx.row<{ role: Role }>`
      select role from users where id = ${body.user_id} and is_active for share`
    if (!user) throw badRequest('unknown_reference', 'user_id names no active user')
    if ((user.role === 'seller') !== (body.role === 'seller'))
      throw invalidField('role must be seller for a key of a user of role seller, and for no other key')
    const data = { ...body, expires_at, prefix, key_hash: hash, created_by: actor.id }
    const after = plain(await tx.prisma.api_key.create({ data, omit: { key_hash: true } }))
    await audit(tx, request, { action: 'api_key.created', entity_id: after.id, after })
    return { success: true as const, id: after.id, key }
  })
})

/** Revoking twice answers the same and keeps the first time. */
const revokeApiKey = endpoint('DELETE', '/api/auth/api-keys/:id', 'api-keys.write', {
  config: { conflicts: false },
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'At once for good; every process refuses it within three seconds. The record is kept.',
  params: Type.Object({ id: Id() }),
  response: { 200: Success },
})(async (request) => {
  const { id } = request.params
  await request.server.db.transaction(async (tx) => {
    if (!(await tx.row`select from api_keys where id = ${id}`))
      throw notFound('api_key_not_found', `There is no API key ${id}.`)
    await revokeApiKeys(tx, request, { id })
  })
  request.server.identities.forget()
  return { success: true }
})
