import { type Static, Type } from '@sinclair/typebox'
import { NewPassword } from '../../src/platform/access/passwords.ts'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import { Closed, Id, Nullable, OneOf, readAs, Text, Timestamp } from '../../src/platform/schemas/schemas.ts'

/** Says in the document that a field has a meaning for accounts of one role only. */
const ofRole = (role: Role) => ({ 'x-when': { role } })

export const fields = {
  username: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^\\S+$',
    'x-says': 'must have no spaces',
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
export const password = NewPassword({ writeOnly: true })

/** What an account is made of. */
export const NewUser = Closed({
  full_name,
  username,
  email,
  role,
  ...Type.Partial(Type.Object({ ...others, password })).properties,
})
export type NewUser = Static<typeof NewUser>

/** A seller as requests give it. */
export const sellerGiven = readAs(
  Type.Union([Id(), Text(100), Type.Null()], {
    ...ofRole('seller'),
    description: `${fields.seller_id.description}. A number is its id; a text is its code or its id, as \`?by=\` says`,
    examples: [1],
  }),
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
)
