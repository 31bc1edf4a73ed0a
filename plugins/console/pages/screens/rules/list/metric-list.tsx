import { MiniCurve } from '../../../charts/mini-curve.tsx'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Link } from '../../../parts/link.tsx'
import { factsOf } from '../metric-facts.ts'
import type { RuleRecord } from '../rule.ts'
import { digits } from '../summary.ts'
import { subject, words } from '../words.ts'

const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** The metrics of a component with their curves and shares. */
export function MetricList({ type, records }: { type: RuleType; records: RuleRecord[] }) {
  const sum = records.reduce((all, { weight }) => all + Number(weight), 0)
  return (
    <ul class="rule-list">
      {records.map((record) => {
        const share = Number(record.weight) / (sum || 1)
        const { counts } = factsOf(record.metric) ?? {}
        return (
          <li key={record.id}>
            <Link class="rule-row" to={`/rules/${type}/${record.id}`}>
              <MiniCurve curve={record.curve as [number, number][]} />
              <span class="rule-text">
                <strong>{subject(String(record.metric))}</strong>
                <span class="faint small">
                  {counts && Number(record.min_volume) > 1
                    ? words.minVolume(`${digits(record.min_volume)} ${counts}`)
                    : ''}
                </span>
              </span>
              <span class="share">
                <span class="tabular">{`${percent.format(100 * share)} %`}</span>
                <span class="share-bar" aria-hidden="true">
                  <span style={{ width: `${100 * share}%` }} />
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
