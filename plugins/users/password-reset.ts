import { hashToken, newResetToken } from '../../src/platform/access/random-tokens.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { conflict, notFound } from '../../src/platform/http/problems.ts'
import { lockUser, replaceReset } from './queries.ts'
import type { resetSchema } from './schemas.ts'

/** A plain transaction and not `change`: the answer holds the token, which must not be kept for an Idempotency-Key. */
export const makeReset: Handler<typeof resetSchema> = async (request) => {
  const { params, server, actor } = request
  if (server.identityProvider)
    throw conflict(
      'passwords_kept_elsewhere',
      'The external identity provider keeps the passwords: reset it there.',
    )
  const token = newResetToken()
  const expires_at = await server.db.transaction(async (tx) => {
    const user = await lockUser(tx, params.id)
    if (!user) throw notFound('user_not_found', `There is no user ${params.id}.`)
    if (!user.is_active)
      throw conflict('account_inactive', `The account ${params.id} is not active: activate it first.`)
    const expires_at = await replaceReset(tx, params.id, hashToken(token), actor.id)
    const after = { expires_at }
    await audit(tx, request, {
      action: 'user.password_reset_made',
      entity: 'user',
      entity_id: params.id,
      after,
    })
    return expires_at
  })
  return { success: true, token, expires_at }
}
