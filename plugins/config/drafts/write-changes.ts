import type { AuditEntry } from '../../../src/platform/database/audit.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import type { RuleChange } from '../../../src/scoring/draft-rules.ts'
import { RULE_TYPES, type RuleType } from '../../../src/scoring/rules.ts'
import { activeRecords, findRecord, insertRecord, rewriteRecord } from '../queries.ts'
import { requireUsable } from '../usable.ts'
import { planOf } from './plan.ts'

/** What was written. */
interface Written {
  entries: AuditEntry[]
  warnings: string[]
}

/**
 * Makes changes of the records from a month on. The types are locked, so what is read of them stays.
 * @throws 400 when a month would have no usable set of records
 */
export async function writeChanges(
  tx: Tx,
  changes: readonly RuleChange[],
  effective_from: string,
  userId: number,
): Promise<Written> {
  const written: Written = { entries: [], warnings: [] }
  for (const type of RULE_TYPES) {
    const ofType = changes.filter((change) => change.type === type)
    if (ofType.length === 0) continue
    const before = await activeRecords(tx, type)
    for (const change of ofType) {
      const { added, changed, warnings } = planOf(change, before, effective_from)
      for (const content of added) {
        const after = await insertRecord(tx, type, content, userId)
        written.entries.push({ action: 'config.created', entity: 'config', entity_id: after.id, after })
      }
      for (const { id, to } of changed) written.entries.push(await rewritten(tx, type, id, to, userId))
      written.warnings.push(...warnings)
    }
    requireUsable(type, before, await activeRecords(tx, type))
  }
  return written
}

async function rewritten(
  tx: Tx,
  type: RuleType,
  id: number,
  to: object,
  userId: number,
): Promise<AuditEntry> {
  const before = await findRecord(tx, type, id)
  if (!before) throw new Error(`Record ${id} of ${type} is locked and gone`)
  const after = await rewriteRecord(tx, id, { ...before, ...to }, userId)
  const action = after.is_active ? 'config.updated' : 'config.deleted'
  return { action, entity: 'config', entity_id: id, before, after }
}
