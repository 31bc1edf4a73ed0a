import { ERASURE, erasePerson } from '../../src/domain/people/erase-person.ts'
import { requireMatch } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { notFound } from '../../src/platform/http/problems.ts'
import { lockUser } from './queries.ts'
import type { eraseSchema } from './schemas.ts'

/** Erases the person behind an account, and says where data of the person is left. */
export const eraseUser: Handler<typeof eraseSchema> = async (request) => {
  const { id } = request.params
  const answer = await change(
    request,
    async (tx) => {
      const user = await lockUser(tx, id)
      if (!user) throw notFound('user_not_found', `There is no user ${id}.`)
      await requireMatch(tx, request, 'users', id)
      const { employee_left } = await erasePerson(tx, request, { user_id: id })
      return {
        success: true as const,
        ...(employee_left !== undefined && {
          warnings: [
            `The employee ${employee_left} of this account still has a name: POST /api/employees/${employee_left}/erase erases it.`,
          ],
        }),
      }
    },
    ERASURE,
  )
  request.server.identities.forget()
  return answer
}
