import { type Assignment, activeAssignees, inactiveAssignee } from '../../src/domain/sellers/assignment.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'

/**
 * Refuses a warehouse or an account manager that is newly assigned and not active.
 * @throws 400 that names the field
 */
export async function requireAssignable(tx: Tx, wanted: Assignment, current?: Assignment) {
  const found = inactiveAssignee(wanted, current, await activeAssignees(tx, [wanted]))
  if (found)
    throw badRequest('unknown_reference', `${found.field} names no active ${found.kind}: ${found.id}`)
}
