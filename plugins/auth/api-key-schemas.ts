import { type Static, Type } from '@sinclair/typebox'
import { ROLES } from '../../src/platform/access/roles.ts'
import {
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Success,
  Text,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'

const fields = {
  name: Text(200, { description: 'What the key is for', examples: ['Warehouse gate, north'] }),
  user_id: Id({ description: 'The user that the machine acts for' }),
  role: OneOf([...ROLES], {
    description:
      'The role the key holds: it does what both this role and the present role of its user may do; that of a seller’s key is seller',
    examples: ['system'],
  }),
}

export const ApiKey = Type.Object({
  id: Id(),
  ...fields,
  username: Type.String({ examples: ['gate-north'] }),
  prefix: Type.String({ description: 'How the key begins', examples: ['sos_Jx2mPq9a'] }),
  created_by: Id(),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp()),
  revoked_at: Nullable(Timestamp()),
})
export type ApiKey = Static<typeof ApiKey>

const tags = ['auth']

export const listApiKeysSchema = {
  tags,
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'The newest first, revoked and expired ones included.',
  querystring: Type.Object(PageQuery, { additionalProperties: false }),
  response: { 200: Page(ApiKey) },
}

export const createApiKeySchema = {
  tags,
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'The key is shown in this answer and never again; it is revoked when its user is deactivated. It is sent as Authorization: Bearer, beside the X-User-Id of its user. Idempotency-Key is ignored here, because the answer holds a secret.',
  body: Type.Object(
    { ...fields, expires_at: Type.Optional(Nullable(Timestamp(), { description: 'Without it: never' })) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      id: Id(),
      key: Type.String({ description: 'The key itself', examples: ['sos_Jx2mPq9aW5…'] }),
    }),
  },
}

export const revokeApiKeySchema = {
  tags,
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'At once for good; every process refuses it within three seconds. The record is kept.',
  params: Type.Object({ id: Id() }),
  response: { 200: Success },
}
