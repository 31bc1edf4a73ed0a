import { type Static, Type } from '@sinclair/typebox'
import { NewPassword } from '../../src/platform/access/passwords.ts'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import { ifUnchanged, route, withETag } from '../../src/platform/http/route.ts'
import {
  ByQuery,
  ChangesOf,
  Closed,
  Created,
  Id,
  Nullable,
  OneOf,
  readAs,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

/** Says in the document that a field has a meaning for accounts of one role only. */
const ofRole = (role: Role) => ({ 'x-when': { role } })

const fields = {
  username: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^\\S+$',
    'x-says': 'must not hold blanks',
    examples: ['nadia'],
  }),
  full_name: Text(200, { examples: ['Nadia Rahman'] }),
  role: OneOf([...ROLES], { examples: ['ops_head'] }),
  email: Type.String({
    format: 'email',
    maxLength: 254,
    description: 'What idp-login knows the account by; kept in lower case',
    examples: ['nadia@example.com'],
  }),
  warehouse_id: Nullable(Id(), {
    ...ofRole('warehouse'),
    description: 'The warehouse whose sellers a user of role warehouse sees; without one, none',
  }),
  am_id: Nullable(Id(), {
    ...ofRole('am'),
    'x-help': 'Whose sellers the account sees.',
    description: 'The account manager whose portfolio a user of role am sees; without one, none',
  }),
  employee_id: Id({
    description:
      'The employee, in this service’s list, who uses the account; without one, an employee U-<id of the account> is made with it',
  }),
  seller_id: Nullable(Id(), {
    ...ofRole('seller'),
    description:
      'The seller that a user of role seller is, who sees nothing of others; required for that role',
  }),
  is_active: Type.Boolean({ description: 'false: can’t log in, and whatever was logged in has ended' }),
}

/** An account as the API shows it: never with its password or hash. */
export const User = Type.Object({
  id: Id({ description: 'The value of X-User-Id' }),
  ...fields,
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
  am_name: Nullable(Type.String(), { examples: ['Amira Haddad'] }),
  seller_code: Nullable(Type.String(), { examples: ['S-1001'] }),
  employee_code: Type.String({ examples: ['E-0042'] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type User = Static<typeof User>

const { username, full_name, email, role, ...others } = fields
const password = NewPassword({ writeOnly: true })

/** What an account is made of. */
export const NewUser = Closed({
  username,
  full_name,
  email,
  role,
  ...Type.Partial(Type.Object({ ...others, password })).properties,
})
export type NewUser = Static<typeof NewUser>

/** A seller as requests give it. */
const sellerGiven = readAs(
  Type.Union([Id(), Text(100), Type.Null()], {
    ...ofRole('seller'),
    description: `${fields.seller_id.description}. A number is its id; a text is its code or its id, as \`?by=\` says`,
    examples: [1],
  }),
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
)

export const listRoute = route('GET', '/api/users', 'users.read', {
  operationId: 'listUsers',
  summary: 'List accounts',
  querystring: Closed({
    ...WholeListQuery,
    role: Type.Optional(fields.role),
    is_active: Type.Optional(Type.Boolean()),
    search: Type.Optional(Text(200, { description: 'Part of the username, full name or e-mail address' })),
  }),
  response: { 200: WholeList(User) },
})

export const getRoute = route('GET', '/api/users/:id', 'users.read', {
  operationId: 'getUser',
  summary: 'One account',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(User) },
})

export const createRoute = route('POST', '/api/users', 'users.write', {
  operationId: 'createUser',
  summary: 'Create an account',
  description: 'Without a password the account can’t log in to this service itself.',
  querystring: Closed(ByQuery),
  body: Closed({ ...NewUser.properties, seller_id: Type.Optional(sellerGiven) }),
  response: { 200: Created },
})

export const updateRoute = route('PATCH', '/api/users/:id', 'users.write', {
  operationId: 'updateUser',
  summary: 'Change an account',
  description:
    'A new role counts at once. A new password or is_active: false ends the sessions of the account. A new password forgets its failed logins, is_active: false revokes its API keys for good. The last active bod or admin can’t be closed or given another role (409).',
  params: Type.Object({ id: Id() }),
  querystring: Closed(ByQuery),
  ...ifUnchanged,
  body: ChangesOf({ ...fields, seller_id: sellerGiven, password }, User),
})

export const resetRoute = route('POST', '/api/users/:id/password-reset', 'users.write', {
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
    409: {
      $ref: 'Problem#',
      description: 'The account is closed, or an external identity provider keeps the passwords',
    },
  },
})

export const eraseRoute = route('POST', '/api/users/:id/erase', 'users.write', {
  operationId: 'eraseUser',
  summary: 'Erase the person behind an account',
  description:
    'For good. The account is closed; its username, full name, e-mail address and password, its sessions, API keys, failed logins and the addresses it logged in from go, and so do the name and e-mail address of the account manager that it is and of an employee that was made with it. What it did stays, under its id; in the audit log “erased” stands in place of the personal data. Erasing again changes nothing. The last active bod can’t be erased (409).',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
})
