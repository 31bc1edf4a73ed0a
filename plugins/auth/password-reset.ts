import { endOldPassword } from '../../src/platform/access/end-old-password.ts'
import { hashPassword, requireLongEnough } from '../../src/platform/access/passwords.ts'
import { hashToken } from '../../src/platform/access/random-tokens.ts'
import { type Acting, audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { conflict, unauthorized } from '../../src/platform/http/problems.ts'
import { setPasswordByReset, userOfReset } from './queries.ts'
import type { useResetSchema } from './schemas.ts'

/**
 * Takes a reset token and sets the password of its account. No password is hashed for a token that is not good. Of
 * any number of requests with one token, at once or not, exactly one finds its row to delete.
 */
export const useReset: Handler<typeof useResetSchema> = async (request) => {
  const { server, body } = request
  if (server.identityProvider)
    throw conflict(
      'passwords_kept_elsewhere',
      'The external identity provider keeps the passwords: reset it there.',
    )
  requireLongEnough('new_password', body.new_password, server.env)
  const tokenHash = hashToken(body.token)
  const userId = await userOfReset(server.db, tokenHash)
  if (userId === undefined) throw invalid()
  const password_hash = await hashPassword(body.new_password)
  await server.db.transaction(async (tx) => {
    const username = await setPasswordByReset(tx, userId, tokenHash, password_hash)
    if (username === undefined) throw invalid()
    await endOldPassword(tx, userId)
    const acting = { actor: { id: userId }, id: request.id } as Acting
    await audit(tx, acting, { action: 'user.password_reset', entity: 'user', entity_id: userId })
  })
  server.identities.forget()
  return { success: true }
}

const invalid = () => unauthorized('reset_token_invalid', 'The reset token is unknown, used or expired.')
