import { Type } from '@sinclair/typebox'
import { ifUnchanged, withETag } from '../../src/platform/http/answers/entity-tag.ts'
import { route } from '../../src/platform/http/route.ts'
import { ChangesOf } from '../../src/platform/schemas/lenient.ts'
import {
  Closed,
  Created,
  Id,
  Nullable,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../src/platform/schemas/schemas.ts'

const fields = {
  name: Text(200, { examples: ['Dana Wolf'] }),
  email: Type.String({ format: 'email', maxLength: 254, examples: ['dana.wolf@example.com'] }),
  employee_id: Id({
    description: 'The personnel system’s number; need not be in the employee list',
    examples: [4711],
  }),
}

const AccountManager = Type.Object(
  {
    id: Id(),
    name: fields.name,
    email: Nullable(Type.String(), { examples: ['dana.wolf@example.com'] }),
    employee_id: Nullable(Type.Integer(), { examples: [4711] }),
    is_active: Type.Boolean({ examples: [true] }),
    sellers_count: Type.Integer({ description: 'Active sellers in the portfolio', examples: [40] }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: 'AccountManager' },
)

export const listRoute = route('GET', '/api/sellers/am/list', 'account-managers.read', {
  operationId: 'listAccountManagers',
  summary: 'List account managers',
  description: 'Ordered by their names. An account manager sees the own record only.',
  querystring: Closed(WholeListQuery),
  response: { 200: WholeList(AccountManager) },
})

export const getRoute = route('GET', '/api/sellers/am/:id(^(?!exceptions$).*)', 'account-managers.read', {
  operationId: 'getAccountManager',
  summary: 'One account manager',
  description: 'An account manager sees the own record only.',
  params: Type.Object({ id: Id() }),
  response: { 200: withETag(AccountManager) },
})

export const createRoute = route('POST', '/api/sellers/am/create', 'account-managers.write', {
  operationId: 'createAccountManager',
  summary: 'Create an account manager',
  body: Closed({
    name: fields.name,
    email: Type.Optional(Nullable(fields.email)),
    employee_id: Type.Optional(Nullable(fields.employee_id)),
  }),
  response: { 200: Created },
})

export const updateRoute = route('PATCH', '/api/sellers/am/:id', 'account-managers.write', {
  operationId: 'updateAccountManager',
  summary: 'Change or deactivate an account manager',
  description:
    'Fields that are not sent stay as they are. One who still has active sellers can be deactivated only together with hand_over_to or unassign; the answer to all else names these sellers (409). Scores that are calculated already stay with whom they counted for.',
  params: Type.Object({ id: Id() }),
  ...ifUnchanged,
  body: ChangesOf(
    {
      name: fields.name,
      email: Nullable(fields.email),
      employee_id: Nullable(fields.employee_id),
      is_active: Type.Boolean({ description: 'false: kept, but named by no seller', examples: [false] }),
      hand_over_to: Id({ description: 'Another active account manager, who gets all sellers of this one' }),
      unassign: Type.Boolean({ description: 'true: all sellers of this one are left without any' }),
    },
    AccountManager,
  ),
})
