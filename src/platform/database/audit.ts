import type { FastifyRequest } from 'fastify'
import type { Sql } from './database.ts'

/** One change: `seller.updated` of `seller` 17, before and after. */
export interface AuditEntry {
  action: string
  entity: string
  entity_id?: string | number | null
  before?: unknown
  after?: unknown
}

/** Who is named by an audit row: the acting user and the request. Jobs act for nobody. */
export type Acting = Pick<FastifyRequest, 'actor' | 'id'> | null

/** Writes the audit row of a change, in the change's transaction. `before` and `after` must hold no secrets. */
export const audit = (tx: Sql, acting: Acting, entry: AuditEntry) => auditAll(tx, acting, [entry])

/** The same for a change of many things, in one statement. */
export async function auditAll(tx: Sql, acting: Acting, entries: AuditEntry[]) {
  await tx.run`
    insert into audit_log (user_id, request_id, action, entity, entity_id, before, after)
    select ${acting?.actor?.id ?? null}::int, ${acting?.id ?? null}, action, entity, entity_id, before, after
    from rows from (
      jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as (action text, entity text, entity_id text, before jsonb, after jsonb)
    ) with ordinality as entry(action, entity, entity_id, before, after, position)
    order by position`
}
