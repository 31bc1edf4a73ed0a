import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  changeThatErases,
  erasePerson,
  keepAnAdministrator,
  lockAdministrators,
  requireNotErased,
} from '../../src/domain/people/erase-person.ts'
import {
  closeReset,
  endOldPassword,
  endSessions,
  revokeApiKeys,
} from '../../src/platform/access/end-access.ts'
import { requireOwnPasswords } from '../../src/platform/access/passwords.ts'
import { hashToken, newToken } from '../../src/platform/access/random-tokens.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import {
  containing,
  differencesOf,
  pageOfRecords,
  plain,
} from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, auditAll, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import {
  ByQuery,
  ChangesOf,
  Closed,
  Created,
  Id,
  Problem,
  Text,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { accountColumns, createAccount, lockUser, requireSeller, withSellerId } from './accounts.ts'
import { fields, NewUser, password, sellerGiven, User } from './schemas.ts'

/** The accounts of people and machines. */
export default async function plugin(app: FastifyInstance) {
  const changes = [createUser, updateUser, makeReset, eraseUser]
  for (const route of [listUsers, getUser, ...changes]) app.route(route)
}

/** In the order of their usernames. */
const listUsers = endpoint('GET', '/api/users', 'users.read', {
  operationId: 'listUsers',
  summary: 'List accounts',
  ...wholeList(User, {
    role: Type.Optional(fields.role),
    is_active: Type.Optional(Type.Boolean()),
    search: Type.Optional(Text(200, { description: 'Part of the username, full name or e-mail address' })),
  }),
})(({ server: { db }, query }) => {
  const { role, is_active, search } = query
  const where = { role, is_active, ...containing(search, 'username', 'full_name', 'email') }
  return pageOfRecords(
    query,
    (rows) => db.prisma.user.findMany({ where, ...SHOWN, orderBy: { username: 'asc' }, ...rows }),
    db.prisma.user.count({ where }),
    shown,
  )
})

const getUser = endpoint('GET', '/api/users/:id', 'users.read', {
  operationId: 'getUser',
  summary: 'One account',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(User) },
})(({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'users', { id }, async () => {
    const user = await server.db.prisma.user.findFirst({ where: { id }, ...SHOWN })
    if (!user) throw noUser(id)
    return shown(user)
  }),
)

const createUser = endpoint('POST', '/api/users', 'users.write', {
  operationId: 'createUser',
  summary: 'Create an account',
  description:
    'Without a password the account can’t log in to this service itself. With IDP_URL one is a 409: passwords are the provider’s, of the account there with the same e-mail address.',
  querystring: Closed(ByQuery),
  body: Closed({ ...NewUser.properties, seller_id: Type.Optional(sellerGiven) }),
  response: { 200: Created },
})(async (request) => {
  const columns = await accountColumns(await withSellerId(request, request.body), request.server)
  return change(
    request,
    async (tx) => {
      const { id } = await createAccount(tx, request, columns)
      return { success: true, id }
    },
    { holdsSecret: true },
  )
})

const updateUser = endpoint('PATCH', '/api/users/:id', 'users.write', {
  operationId: 'updateUser',
  summary: 'Change an account',
  description:
    'A new role counts at once. A new password or is_active: false ends the sessions of the account. A new password forgets its failed logins, and is a 409 with IDP_URL; is_active: false revokes its API keys for good. The last active bod, or without one the last active admin, can’t be closed or given another role (409).',
  params: Type.Object({ id: Id() }),
  querystring: Closed(ByQuery),
  ...ifUnchanged,
  body: ChangesOf({ ...fields, seller_id: sellerGiven, password }, User),
})(async (request) => {
  const { params, body, server, credential } = request
  const columns = await accountColumns(await withSellerId(request, body), server)
  const ownSession = credential?.kind === 'session' ? credential.session_id : null
  await change(request, async (tx) => {
    // Before the account itself, so that two who close each other don't deadlock; keepAnAdministrator finds these locked.
    if (body.role !== undefined || body.is_active !== undefined) await lockAdministrators(tx, [params.id])
    const before = await lockedUser(tx, params.id)
    await requireMatch(tx, request, 'users', params.id)
    requireNotErased(before)
    const changes = differencesOf(before, columns)
    if (Object.keys(changes).length === 0) return
    const whole = { ...before, ...changes }
    requireSeller(whole)
    if (changes.role !== undefined || changes.is_active !== undefined)
      await keepAnAdministrator(tx, [params.id], whole)
    const where = { id: params.id }
    const after = plain(await tx.prisma.user.update({ where, data: changes, omit: { password_hash: true } }))
    if (!after.is_active) {
      await endSessions(tx, params.id)
      await revokeApiKeys(tx, request, { user_id: params.id })
      await closeReset(tx, params.id)
    }
    if (body.password !== undefined) await endOldPassword(tx, params.id, ownSession)
    const entity_id = params.id
    await auditAll(tx, request, [
      { action: 'user.updated', entity_id, before, after },
      ...(body.password === undefined ? [] : [{ action: 'user.password_changed' as const, entity_id }]),
    ])
  })
  server.identities.forget()
  return { success: true }
})

/** A plain transaction and not `change`: the answer holds the token, which must not be kept for an Idempotency-Key. */
const makeReset = endpoint('POST', '/api/users/:id/password-reset', 'users.write', {
  config: { idempotencyKey: false, answersSecret: true },
  operationId: 'createPasswordReset',
  summary: 'Let a person set a new password',
  description:
    'For a lost password. The token is shown in this answer and never again: hand it to the person, who sets a password with POST /api/auth/password-reset within an hour. A new reset replaces the one before; until it is used the old password stays good. Idempotency-Key is ignored here, because the answer holds a secret.',
  params: Type.Object({ id: Id() }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      token: Type.String({ description: 'Good for one use', examples: ['sosp_Jx2mPq9aW5…'] }),
      expires_at: Timestamp({ description: 'An hour from now' }),
    }),
    409: Problem('The account is closed, or an external identity provider keeps the passwords'),
  },
})(async (request) => {
  const { params, server, actor } = request
  requireOwnPasswords(server)
  const token = newToken('reset')
  const expires_at = await server.db.transaction(async (tx) => {
    const user = await lockedUser(tx, params.id)
    if (!user.is_active)
      throw conflict('account_inactive', `The account ${params.id} is not active: activate it first.`)
    const expires_at = await tx.value<string>`
      insert into password_resets (user_id, token_hash, created_by, expires_at)
      values (${params.id}, ${hashToken(token)}, ${actor.id}, now() + interval '1 hour')
      on conflict (user_id) do update
      set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(),
          expires_at = excluded.expires_at
      returning expires_at`
    const after = { full_name: user.full_name, expires_at }
    await audit(tx, request, { action: 'user.password_reset_made', entity_id: params.id, after })
    return expires_at
  })
  return { success: true, token, expires_at }
})

const eraseUser = endpoint('POST', '/api/users/:id/erase', 'users.write', {
  operationId: 'eraseUser',
  summary: 'Erase the person behind an account',
  description:
    'For good. The account is closed; its username, full name, e-mail address and password, its sessions, API keys, failed logins and the addresses it logged in from go, and so do the name and e-mail address of the account manager that it is and of an employee that was made with it. What it did stays, under its id; in the audit log “erased” stands in place of the personal data. Erasing again changes nothing. The last active bod, or without one the last active admin, can’t be erased (409).',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
})((request) =>
  changeThatErases(request, async (tx) => {
    const { id } = request.params
    await lockedUser(tx, id)
    await requireMatch(tx, request, 'users', id)
    const { employee_left } = await erasePerson(tx, request, { user_id: id })
    if (employee_left === undefined) return { success: true as const }
    const warning = `The employee ${employee_left} of this account still has a name: POST /api/employees/${employee_left}/erase erases it.`
    return { success: true as const, warnings: [warning] }
  }),
)

/** The account, locked until the transaction ends. @throws 404 */
async function lockedUser(tx: Tx, id: number) {
  const user = await lockUser(tx, { id })
  if (!user) throw noUser(id)
  return user
}

const noUser = (id: number) => notFound('user_not_found', `There is no user ${id}.`)

const SHOWN = {
  omit: { password_hash: true, is_seeded: true, erased_at: true },
  include: {
    warehouse: { select: { name: true } },
    am: { select: { name: true } },
    seller: { select: { seller_code: true } },
    employee: { select: { employee_code: true } },
  },
} as const

const shown = (user: Prisma.userGetPayload<typeof SHOWN>) =>
  ({
    ...plain(user),
    warehouse_name: user.warehouse?.name ?? null,
    am_name: user.am?.name ?? null,
    seller_code: user.seller?.seller_code ?? null,
    employee_code: user.employee?.employee_code, // every account has an employee
  }) as User
