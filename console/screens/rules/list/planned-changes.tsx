import { identityOf, inForce } from '../../../../src/scoring/in-force.ts'
import { month } from '../../../logic/format.ts'
import { RULE_TYPES, type RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Link } from '../../../parts/link.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import type { RuleRecord } from '../rule.ts'
import { subject, wordsOf } from '../types.ts'
import { useRecords } from '../use-records.ts'

/** Rules that have changed since the month before, or will change, as a list by month. */
export function PlannedChanges() {
  const { current_period } = useMe()
  const period = usePeriod()
  const read = Object.fromEntries(RULE_TYPES.map((type) => [type, useRecords(type).data ?? []]))
  const changes = RULE_TYPES.flatMap((type) => changesOf(type, read[type] as RuleRecord[], period)).sort(
    (a, b) => b.from.localeCompare(a.from),
  )
  return (
    <Panel title="Changes of a year, and planned ones" class="two-thirds">
      {changes.length === 0 ? (
        <p class="faint">
          No rule has changed for a year, and none will. A record from a later month on is a planned change.
        </p>
      ) : (
        <ul class="rule-list">
          {changes.map(({ type, record, from, ends }) => (
            <li key={`${type} ${record.id} ${from}`}>
              <Link class="rule-row" to={`/rules/${type}/${record.id}`}>
                <span class="when tabular">{month(from)}</span>
                <span class="rule-text">
                  <strong dir="auto">
                    {wordsOf(type).name}: {subject(identityOf(type, record))}
                  </strong>
                  <span class="faint small">
                    {ends ? 'The last month that it counts in.' : wordsOf(type).summary(record)}
                  </span>
                </span>
                {from > current_period && <span class="badge info">Planned</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Records that begin after the first month of all, and those that end. */
function changesOf(type: RuleType, records: RuleRecord[], period: string) {
  const begin = records
    .filter(({ effective_from }) => effective_from > '2000-01')
    .map((record) => ({ type, record, from: record.effective_from, ends: false }))
  const end = records.flatMap((record) =>
    record.effective_to && inForce(type, records, record.effective_to).some(({ id }) => id === record.id)
      ? [{ type, record, from: record.effective_to, ends: true }]
      : [],
  )
  return [...begin, ...end].filter(
    ({ from }) => from >= `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`,
  )
}
