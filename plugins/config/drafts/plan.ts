import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { type DatedRecord, effectiveRecords } from '../../../src/scoring/effective-records.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import type { RuleType } from '../../../src/scoring/rules.ts'
import type { Content } from '../queries.ts'

/** What becomes of the records of a type. */
export interface Plan {
  added: Content[]
  changed: { id: number; to: Partial<Content> }[]
  warnings: string[]
}

/**
 * What a change makes of the active records of its type from a month on. Earlier months stay as they are. A put ends
 * when the record that it replaces was to end, else never; a remove ends every record of its kind, because an older one
 * would count again.
 */
export function planOf(
  change: RuleChange,
  records: readonly DatedRecord<RuleType>[],
  effective_from: string,
): Plan {
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
