import { type Static, Type } from '@sinclair/typebox'
import { ROLES } from '../../src/platform/access/roles.ts'
import { route } from '../../src/platform/http/route.ts'
import {
  Closed,
  Id,
  Nullable,
  OneOf,
  Success,
  Text,
  Timestamp,
  WholeList,
  WholeListQuery,
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

export const listApiKeysRoute = route('GET', '/api/auth/api-keys', 'api-keys.read', {
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'The newest first, revoked and expired ones included.',
  querystring: Closed(WholeListQuery),
  response: { 200: WholeList(ApiKey) },
})

export const createApiKeyRoute = route('POST', '/api/auth/api-keys', 'api-keys.write', {
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
})

export const revokeApiKeyRoute = route('DELETE', '/api/auth/api-keys/:id', 'api-keys.write', {
  config: { conflicts: false },
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'At once for good; every process refuses it within three seconds. The record is kept.',
  params: Type.Object({ id: Id() }),
  response: { 200: Success },
})
