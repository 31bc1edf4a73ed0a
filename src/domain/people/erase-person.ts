import type { FastifyRequest } from 'fastify'
import { type Acting, auditAll } from '../../platform/access/audit.ts'
import { closeReset, countedAs, revokeApiKeys } from '../../platform/access/end-access.ts'
import { BULK_TRANSACTION } from '../../platform/database/connect/bounds.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors/problems.ts'
import { change } from '../../platform/http/requests/idempotency.ts'
import {
  eraseAccountManagers,
  eraseEmployees,
  eraseFromAudit,
  eraseLogins,
  eraseTypedNames,
  eraseUsers,
  lockBods,
  personBehind,
  wordsOf,
} from './erasure-queries.ts'

/** Whom an erasure is of: an account, or an employee with all accounts. */
export type Named = { user_id: number } | { employee_id: number }

/**
 * Runs the change of a request that erases a person, and lets its logins be forgotten once it is committed. The audit log
 * is read from end to end for the person's data, so it may take long.
 */
export async function changeThatErases<Answer>(request: FastifyRequest, work: (tx: Tx) => Promise<Answer>) {
  const answer = await change(request, work, BULK_TRANSACTION)
  request.server.identities.forget()
  return answer
}

/**
 * Erases the personal data of a person: the accounts, the employee and the account manager that the person is, their
 * logins, and their data in the audit log. Events and deliveries are not changed: others have them already, and they go
 * by retention.
 * @returns the employee whose data is left, when an account was named whose employee was not made with it
 * @throws 409 for the last active bod
 */
export async function erasePerson(tx: Tx, acting: Acting, named: Named) {
  const person = await personBehind(tx, named)
  const { users, employees, account_managers, employee_left } = person
  if (users.length + employees.length + account_managers.length === 0) return { employee_left }
  const bods = await lockBods(tx, users)
  const left = bods.filter((id) => !users.includes(id))
  if (left.length === 0 && bods.length > 0) throw lastBod()

  const words = await wordsOf(tx, person)
  for (const id of users) {
    await revokeApiKeys(tx, acting, id)
    await closeReset(tx, id)
    await eraseLogins(tx, id, countedAs(id))
  }
  await eraseUsers(tx, users)
  await eraseEmployees(tx, employees)
  await eraseAccountManagers(tx, account_managers)
  await eraseTypedNames(tx, words)
  await eraseFromAudit(tx, person, words)
  const entries = (entity: string, ids: number[]) =>
    ids.map((id) => ({ action: `${entity}.erased`, entity, entity_id: id }))
  await auditAll(tx, acting, [
    ...entries('user', users),
    ...entries('employee', employees),
    ...entries('account_manager', account_managers),
  ])
  return { employee_left }
}

/** The refusal of what would leave no active account of the board. */
export const lastBod = () =>
  conflict('last_bod', 'This is the last active account of the board: make another one first.')

/** @throws 409 for an account or employee that is erased: it is nobody, and must become nobody else */
export function requireNotErased({ id, erased_at }: { id: number; erased_at: string | null }) {
  if (erased_at) throw conflict('person_erased', `The person with the id ${id} is erased: create a new one.`)
}
