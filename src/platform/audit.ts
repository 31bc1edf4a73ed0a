import type { FastifyRequest } from 'fastify'
import type { Tx } from './database.ts'

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
export async function audit(
  tx: Tx,
  acting: Acting,
  { action, entity, entity_id, before, after }: AuditEntry,
) {
  await tx.$executeRaw`
    insert into audit_log (user_id, request_id, action, entity, entity_id, before, after)
    values (${acting?.actor?.id ?? null}, ${acting?.id ?? null}, ${action}, ${entity}, ${entity_id?.toString() ?? null},
            ${json(before)}::jsonb, ${json(after)}::jsonb)`
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
