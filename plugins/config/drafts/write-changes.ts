import type { AuditEntry } from '../../../src/platform/access/audit.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import type { RuleChange } from '../../../src/scoring/draft-rules.ts'
import { RULE_TYPES, type RuleType } from '../../../src/scoring/rules.ts'
import { activeRecords } from '../queries.ts'
import { requireUsable } from '../usable.ts'
import { type Plan, planOf } from './plan.ts'
import { type Adoption, insertRecords, recordsById, rewriteRecords } from './record-queries.ts'

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
  by: Adoption,
): Promise<Written> {
  const written: Written = { entries: [], warnings: [] }
  for (const type of RULE_TYPES) {
    const ofType = changes.filter((change) => change.type === type)
    if (ofType.length === 0) continue
    const before = await activeRecords(tx, type)
    const plans = ofType.map((change) => planOf(change, before, effective_from))
    written.entries.push(...(await write(tx, type, plans, by)))
    written.warnings.push(...plans.flatMap(({ warnings }) => warnings))
    requireUsable(type, before, await activeRecords(tx, type))
  }
  return written
}

/** Two plans never change one record: each is about another kind. */
async function write(tx: Tx, type: RuleType, plans: Plan[], by: Adoption): Promise<AuditEntry[]> {
  const entity = 'config'
  const changed = new Map(plans.flatMap((plan) => plan.changed.map(({ id, to }) => [id, to])))
  const before = await recordsById(tx, [...changed.keys()])
  const contents = before.map((record) => ({ ...record, ...changed.get(record.id) }))
  const after = await rewriteRecords(tx, contents, by)
  const made = await insertRecords(
    tx,
    type,
    plans.flatMap(({ added }) => added),
    by,
  )
  return [
    ...after.map((record, index) => ({
      action: record.is_active ? 'config.updated' : 'config.deleted',
      ...{ entity, entity_id: record.id, before: before[index], after: record },
    })),
    ...made.map((record) => ({
      action: 'config.created',
      ...{ entity, entity_id: record.id, after: record },
    })),
  ]
}
