import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Link } from '../../../parts/link.tsx'
import type { RuleRecord } from '../rule.ts'
import { summaryOf } from '../summary.ts'
import { titleOf } from '../words.ts'

/** Records of a type, each with what it says. */
export const RecordList = ({ type, records }: { type: RuleType; records: RuleRecord[] }) => (
  <ul class="rule-list">
    {records.map((record) => (
      <li key={record.id}>
        <Link class="rule-row" to={`/rules/${type}/${record.id}`}>
          <span class="rule-text">
            <strong dir="auto">{titleOf(type, record)}</strong>
            <span class="faint small">{summaryOf(type, record)}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
