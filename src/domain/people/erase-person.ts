import type { FastifyRequest } from 'fastify'
import { closeReset, countedAs, revokeApiKeys } from '../../platform/access/end-access.ts'
import { BULK_TRANSACTION } from '../../platform/database/connect/bounds.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors/problems.ts'
import { type Acting, auditAll, change } from '../../platform/http/requests/change.ts'
import { lockLog } from '../transparency/logs.ts'

/** Whom an erasure is of: an account, or an employee with all accounts. */
type Named = { user_id: number } | { employee_id: number }

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
 * Erases the personal data of a person: the accounts, the employee and the account manager that it is, their logins, and
 * their data in the audit log. Events and deliveries stay: others have them already, and they go by retention.
 * @returns the employee whose data is left, when an account was named whose employee was not made with it
 * @throws as `keepAnAdministrator` does
 */
export async function erasePerson(tx: Tx, acting: Acting, named: Named) {
  const person = await personBehind(tx, named)
  const { users, employees, account_managers, employee_left } = person
  if (users.length + employees.length + account_managers.length === 0) return { employee_left }
  await keepAnAdministrator(tx, users)
  const words = await wordsOf(tx, person)
  for (const id of users) {
    await revokeApiKeys(tx, acting, { user_id: id })
    await closeReset(tx, id)
    await tx.run`update api_keys set name = 'erased' where user_id = ${id}`
    await tx.run`delete from login_failures where account = ${countedAs(id)}`
    await tx.run`delete from login_networks where user_id = ${id}`
    await tx.run`delete from idempotency_keys where user_id = ${id}` // the answers kept for repeated requests
  }
  await tx.run`
    update users set username = 'erased-' || id, email = 'erased-' || id || '@invalid', full_name = 'erased',
      password_hash = null, is_seeded = false, is_active = false, erased_at = now(), updated_at = now()
    where id = any(${users}::int[])`
  await tx.run`
    update employees set full_name = 'erased', email = null, position = null, is_active = false, erased_at = now()
    where id = any(${employees}::int[])`
  // The sellers stay with the account manager, who may still have to hand them over.
  await tx.run`
    update account_managers set name = 'erased', email = null, employee_id = null, updated_at = now()
    where id = any(${account_managers}::int[])`
  await eraseTypedNames(tx, words)
  await eraseFromAudit(tx, person, words)
  const entries = (entity: 'user' | 'employee' | 'account_manager', ids: number[]) =>
    ids.map((id) => ({ action: `${entity}.erased` as const, entity_id: id }))
  await auditAll(tx, acting, [
    ...entries('user', users),
    ...entries('employee', employees),
    ...entries('account_manager', account_managers),
  ])
  // After the audit rows, which ask whether the session of who acts stands: it may be one of these.
  await tx.run`delete from sessions where user_id = any(${users}::int[])`
  return { employee_left }
}

interface Holder {
  role: string
  is_active: boolean
}

/**
 * The active accounts of the board and administrators where one of these is one, locked until the transaction ends: of two
 * who take each other away the second sees it. All others can log in meanwhile.
 */
export const lockAdministrators = (tx: Tx, ids: number[]) =>
  tx.rows<Holder & { id: number }>`
    select id, role, is_active from users
    where role in ('bod', 'admin') and is_active
      and exists (select from users where id = any(${ids}::int[]) and role in ('bod', 'admin') and is_active)
    order by id for update`

/**
 * Asked before accounts are closed, or one becomes what `after` says.
 * @throws 409 when that takes the last active account of the board away or, without one, the last active administrator
 */
export async function keepAnAdministrator(tx: Tx, ids: number[], after?: Holder) {
  const before = await lockAdministrators(tx, ids)
  const left = before.filter(({ id }) => !ids.includes(id))
  const isLast = (roles: string[]) => {
    const isOne = ({ role, is_active }: Holder) => is_active && roles.includes(role)
    return before.some(isOne) && ![...left, ...(after ? [after] : [])].some(isOne)
  }
  if (isLast(['bod']))
    throw conflict('last_bod', 'This is the last active account of the board: make another one first.')
  if (isLast(['bod', 'admin']))
    throw conflict(
      'last_administrator',
      'This is the last active account of the board or an administrator; create another one first.',
    )
}

/** @throws 409 for an account or employee that is erased: it is nobody, and must become nobody else */
export function requireNotErased({ id, erased_at }: { id: number; erased_at: string | null }) {
  if (erased_at) throw conflict('person_erased', `The person with the id ${id} is erased: create a new one.`)
}

/** The records of a person that are not erased yet, by their ids. */
interface Person {
  users: number[]
  employees: number[]
  account_managers: number[]
  /** The employee of the account that was named, when it is not erased with it. */
  employee_left?: number
}

/** What a person is or was called, in lower case. */
interface Words {
  names: string[]
  emails: string[]
}

/**
 * The records of a person, locked; of an account that is erased only the employee, which may be left. With an account
 * goes the employee that was made with it (U-<id>) unless another account has it too. The account manager is
 * the one that an account of role am names and no other account, or that has an e-mail address of the person.
 */
async function personBehind(tx: Tx, named: Named): Promise<Person> {
  const [userId, employeeId] = 'user_id' in named ? [named.user_id, null] : [null, named.employee_id]
  type Account = { id: number; employee_id: number; email: string; am_id: number | null; is_erased: boolean }
  const accounts = await tx.rows<Account>`
    select id, employee_id, email, case when role = 'am' then am_id end as am_id, erased_at is not null as is_erased
    from users where id = ${userId}::int or employee_id = ${employeeId}::int
    order by id for update`
  const users = accounts.filter(({ is_erased }) => !is_erased)
  const ids = users.map(({ id }) => id)
  const employees = await tx.rows<{ id: number; email: string | null; is_made: boolean }>`
    select id, email,
      ${employeeId}::int is not null or (employee_code = 'U-' || ${userId}::int::text and not exists (
        select from users u where u.employee_id = employees.id and u.id <> all(${ids}::int[]) and u.erased_at is null
      )) as is_made
    from employees
    where (id = ${employeeId}::int or id = any(${accounts.map(({ employee_id }) => employee_id)}::int[]))
      and erased_at is null
    order by id for update`
  const made = employees.filter(({ is_made }) => is_made)
  const emails = [...users, ...made].flatMap(({ email }) => email?.toLowerCase() ?? [])
  const account_managers = await tx.column<number>`
    select id from account_managers m
    where lower(m.email) = any(${emails}::text[])
      or (id = any(${users.flatMap(({ am_id }) => am_id ?? [])}::int[]) and not exists (
        select from users u where u.am_id = m.id and u.id <> all(${ids}::int[]) and u.erased_at is null
      ))
    order by id for update`
  return {
    users: ids,
    employees: made.map(({ id }) => id),
    account_managers,
    employee_left: employees.find(({ is_made }) => !is_made)?.id,
  }
}

/** What the person is called in these records now, and was called in them before. */
async function wordsOf(tx: Tx, { users, employees, account_managers }: Person): Promise<Words> {
  const rows = await tx.rows<{ name: string | null; email: string | null }>`
    with states as (
      select to_jsonb(u) as state from users u where id = any(${users}::int[])
      union all select to_jsonb(e) from employees e where id = any(${employees}::int[])
      union all select to_jsonb(m) from account_managers m where id = any(${account_managers}::int[])
      union all select state from audit_log a, lateral (values (a.before), (a.after)) s(state)
      where (entity = 'user' and entity_id = any(${users}::int[]::text[]))
         or (entity = 'employee' and entity_id = any(${employees}::int[]::text[]))
         or (entity = 'account_manager' and entity_id = any(${account_managers}::int[]::text[]))
    )
    select distinct lower(name) as name, lower(state->>'email') as email
    from states, lateral (values (state->>'username'), (state->>'full_name'), (state->>'name')) n(name)
    where jsonb_typeof(state) = 'object'`
  const given = (values: (string | null)[]) =>
    [...new Set(values)].filter((value): value is string => Boolean(value) && value !== 'erased')
  return { names: given(rows.map(({ name }) => name)), emails: given(rows.map(({ email }) => email)) }
}

/** Names that callers typed to say who did something. */
async function eraseTypedNames(tx: Tx, { names, emails }: Words) {
  const words = [...names, ...emails]
  await tx.run`update campaigns set created_by = 'erased' where lower(created_by) = any(${words}::text[])`
  await tx.run`update score_exceptions set approved_by = 'erased' where lower(approved_by) = any(${words}::text[])`
  await eraseReviewers(tx, words)
  await tx.run`
    update appeals set
      ops_reviewed_by = case when lower(ops_reviewed_by) = any(${words}::text[]) then 'erased' else ops_reviewed_by end,
      am_reviewed_by = case when lower(am_reviewed_by) = any(${words}::text[]) then 'erased' else am_reviewed_by end
    where lower(ops_reviewed_by) = any(${words}::text[]) or lower(am_reviewed_by) = any(${words}::text[])`
}

/** Erases who has reviewed a score, and the salts of its leaves, under the log's lock: no leaf is made meanwhile. */
async function eraseReviewers(tx: Tx, words: string[]) {
  const now = await tx.rows`
    update monthly_scores set reviewed_by = 'erased' where lower(reviewed_by) = any(${words}::text[])
    returning seller_id, period, revision`
  // A statement of its own: it sees the revisions that were kept while the one before waited for their scores.
  const before = await tx.rows`
    update score_revisions set score = jsonb_set(score, '{reviewed_by}', '"erased"')
    where lower(score ->> 'reviewed_by') = any(${words}::text[])
    returning seller_id, period, revision`
  const scores = [...now, ...before]
  if (scores.length === 0) return
  await lockLog(tx)
  await tx.run`select set_config('sos.erasing', 'on', true)`
  await tx.run`
    update log_leaves l set salt = null
    from json_to_recordset(${JSON.stringify(scores)}::json) as k(seller_id int, period text, revision int)
    where l.seller_id = k.seller_id and l.period = k.period and l.revision = k.revision and l.salt is not null`
  await tx.run`select set_config('sos.erasing', 'off', true)`
}

/** Writes "erased" in place of the person's data in the audit log, the only change that its triggers allow. */
async function eraseFromAudit(
  tx: Tx,
  { users, employees, account_managers }: Person,
  { names, emails }: Words,
) {
  const words = [...names, ...emails].map((word) => JSON.stringify(word))
  await tx.run`select set_config('sos.erasing', 'on', true)`
  await tx.run`
    with rows as (
      select id, before, after,
        (entity = 'user' and entity_id = any(${users}::int[]::text[]))
          or (entity = 'employee' and entity_id = any(${employees}::int[]::text[]))
          or (entity = 'account_manager' and entity_id = any(${account_managers}::int[]::text[]))
          or (entity = 'api_key' and entity_id in (
            select id::text from api_keys where user_id = any(${users}::int[])
          )) as about
      from audit_log
    ), erased as (
      select id, without_person(before, '', about, ${names}::text[], ${emails}::text[]) as before,
        without_person(after, '', about, ${names}::text[], ${emails}::text[]) as after
      from rows
      where about or exists (
        select from unnest(${words}::text[]) word
        where position(word in lower(before::text)) > 0 or position(word in lower(after::text)) > 0
      )
    )
    update audit_log a set before = erased.before, after = erased.after
    from erased where a.id = erased.id
      and (a.before is distinct from erased.before or a.after is distinct from erased.after)`
  await tx.run`select set_config('sos.erasing', 'off', true)`
}
