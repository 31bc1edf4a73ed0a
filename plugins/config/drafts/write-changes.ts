import { shiftPeriod } from '../../../src/domain/business-time.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import type { AuditEntry } from '../../../src/platform/http/requests/change.ts'
import { identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { type DatedRecord, effectiveRecords } from '../../../src/scoring/effective-records.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import { RULE_TYPES, type RuleType } from '../../../src/scoring/rules.ts'
import { requireUsable } from '../checks.ts'
import {
  type Author,
  activeRecords,
  type Content,
  insertRecords,
  recordsById,
  rewriteRecords,
} from '../queries.ts'

/**
 * Makes changes of the records from a month on. The types are locked, so what is read of them stays.
 * @returns the audit rows of what was written, and warnings
 * @throws 400 when a month would have no usable set of records
 */
export async function writeChanges(
  tx: Tx,
  changes: readonly RuleChange[],
  effective_from: string,
  by: Author,
) {
  const written: { entries: AuditEntry[]; warnings: string[] } = { entries: [], warnings: [] }
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
async function write(tx: Tx, type: RuleType, plans: Plan[], by: Author): Promise<AuditEntry[]> {
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
      action: `config.${record.is_active ? 'updated' : 'deleted'}` as const,
      ...{ entity_id: record.id, before: before[index], after: record },
    })),
    ...made.map((record) => ({ action: 'config.created' as const, entity_id: record.id, after: record })),
  ]
}

/** What becomes of the records of a type. */
interface Plan {
  added: Content[]
  changed: { id: number; to: Partial<Content> }[]
  warnings: string[]
}

/**
 * What a change makes of the active records of its type from a month on. Earlier months stay as they are. A put ends
 * when the record that it replaces was to end, else never; a remove ends every record of its kind, because an older one
 * would count again.
 */
function planOf(change: RuleChange, records: readonly DatedRecord<RuleType>[], effective_from: string): Plan {
  const { type } = change
  const identity = identityOfChange(change)
  const same = records.filter((record) => identityOf(type, record) === identity)
  const present = same.find((record) => record.effective_from === effective_from)
  const warnings = same
    .filter((record) => record.effective_from > effective_from)
    .map((later) => `${type} record ${later.id} (${identity}) takes over in ${later.effective_from}.`)
  if (change.op === 'put') {
    const { fields } = change
    const [replaced] = effectiveRecords(type, same, effective_from)
    const effective_to = same.find(({ id }) => id === replaced?.id)?.effective_to ?? null
    if (effective_to !== null)
      warnings.unshift(`${type} record of ${identity} ends in ${effective_to}, as the one that it replaces.`)
    return present
      ? { added: [], changed: [{ id: present.id, to: { fields } }], warnings }
      : { added: [{ fields, is_active: true, effective_from, effective_to }], changed: [], warnings }
  }
  const changed = [
    ...(present ? [{ id: present.id, to: { is_active: false } }] : []),
    ...same
      .filter((record) => record.effective_from < effective_from && lasts(record, effective_from))
      .map(({ id }) => ({ id, to: { effective_to: shiftPeriod(effective_from, -1) } })),
  ]
  if (changed.length === 0)
    warnings.unshift(`${type} has no record of ${identity} in ${effective_from}: nothing ends.`)
  return { added: [], changed, warnings }
}

const lasts = ({ effective_to }: DatedRecord<RuleType>, period: string) =>
  effective_to === null || effective_to >= period
