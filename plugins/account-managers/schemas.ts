import { Type } from '@sinclair/typebox'
import {
  Created,
  Id,
  Nullable,
  Page,
  PageQuery,
  Text,
  Timestamp,
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
    email: Type.String({ examples: ['dana.wolf@example.com'] }),
    employee_id: Nullable(Type.Integer(), { examples: [4711] }),
    is_active: Type.Boolean({ examples: [true] }),
    sellers_count: Type.Integer({ description: 'Active sellers in the portfolio', examples: [40] }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: 'AccountManager' },
)

const tags = ['sellers']

export const listSchema = {
  tags,
  operationId: 'listAccountManagers',
  summary: 'List account managers',
  description: 'Ordered by their names. An account manager sees the own record only.',
  querystring: Type.Object(PageQuery, { additionalProperties: false }),
  response: { 200: Page(AccountManager) },
}

export const createSchema = {
  tags,
  operationId: 'createAccountManager',
  summary: 'Create an account manager',
  body: Type.Object(
    { name: fields.name, email: fields.email, employee_id: Type.Optional(Nullable(fields.employee_id)) },
    { additionalProperties: false },
  ),
  response: { 200: Created },
}
