import type { FastifyRequest } from 'fastify'
import type { Sql } from '../database/database.ts'
import { unauthorized } from '../http/errors/problems.ts'

/** One change: `seller.updated` of `seller` 17, before and after. */
export interface AuditEntry {
  action: string
  /** Left out where the action begins with it. */
  entity?: string
  entity_id?: string | number | null
  before?: unknown
  after?: unknown
}

/** Who is named by an audit row: the acting user and the request. Jobs act for nobody. */
export type Acting = Pick<FastifyRequest, 'actor' | 'id'> | null

/** Writes the audit row of a change, in the change's transaction. `before` and `after` must hold no secrets. */
export const audit = (tx: Sql, acting: Acting, entry: AuditEntry) => auditAll(tx, acting, [entry])

/**
 * The same for a change of many things, or of none, in one statement. The account that acts is locked against being
 * closed or erased until the change is committed: of a change and an erasure at the same time, either the erasure waits
 * and erases what the change has written of the person, or the change waits and is refused. An account that the change
 * itself has closed (its row is of this transaction) may say so.
 * @throws 401 for an account that is closed meanwhile
 */
export async function auditAll(tx: Sql, acting: Acting, entries: AuditEntry[]) {
  const userId = acting?.actor?.id ?? null
  const written = entries.map((entry) => ({ entity: entry.action.split('.')[0], ...entry }))
  const mayAct = await tx.value<boolean>`
    with actor as materialized (
      select from users
      where id = ${userId}::int and (is_active or xmin = pg_current_xact_id()::xid)
      for key share
    ), written as (
      insert into audit_log (user_id, request_id, action, entity, entity_id, before, after)
      select ${userId}::int, ${acting?.id ?? null}, action, entity, entity_id, before, after
      from rows from (
        jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          as (action text, entity text, entity_id text, before jsonb, after jsonb)
      ) with ordinality as entry(action, entity, entity_id, before, after, position)
      where ${userId}::int is null or exists (select from actor)
      order by position
    )
    select ${userId}::int is null or exists (select from actor)`
  if (!mayAct)
    throw unauthorized('account_inactive', 'The account that acts does not exist or is not active.')
}
