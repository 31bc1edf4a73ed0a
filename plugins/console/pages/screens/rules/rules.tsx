import { inForce } from '../../../../../src/scoring/in-force.ts'
import { month } from '../../logic/format.ts'
import type { RuleType } from '../../logic/rules-in-force.ts'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { datesOf } from './list/dates-of.ts'
import { MetricList } from './list/metric-list.tsx'
import { PlannedChanges } from './list/planned-changes.tsx'
import { RecordList } from './list/record-list.tsx'
import { TierLadder } from './list/tier-ladder.tsx'
import { WeightsBar } from './list/weights-bar.tsx'
import { listPath, METRIC_TYPES, type RuleRecord } from './rule.ts'
import { useRecords } from './use-records.ts'
import { subject, TYPES, words } from './words.ts'

const OTHERS = ['surcharge', 'am-kpi-weight', 'am-bonus-penalty', 'helpdesk', 'grace-period'] as const

/** All that decides a month's scores, tiers and money. */
export default function Rules() {
  const period = usePeriod()
  return (
    <Page
      title={words.inForce(month(period))}
      actions={
        <Link class="button" to="/rules/drafts">
          {words.drafts}
        </Link>
      }
    >
      <div class="grid">
        <TypePanel type="score-weights" class="half" height="6rem" />
        <TypePanel type="tiers" class="half" height="6rem" />
        {METRIC_TYPES.map((type) => (
          <TypePanel key={type} type={type} class="third" height="11rem" />
        ))}
        {OTHERS.map((type) => (
          <TypePanel key={type} type={type} class="third" height="11rem" />
        ))}
        <PlannedChanges />
      </div>
    </Page>
  )
}

function TypePanel({ type, class: style, height }: { type: RuleType; class: string; height: string }) {
  const period = usePeriod()
  const read = useRecords(type)
  return (
    <Panel
      title={TYPES[type]}
      class={style}
      source={{ path: listPath(type), request: { query: { period } } }}
      aside={
        <Link class="small" to={`/rules/${type}`} aria-label={`${words.records}: ${TYPES[type]}`}>
          {words.records}
        </Link>
      }
    >
      <Loaded of={read} height={height}>
        {(records) => <Content type={type} records={inForce(type, records, period)} />}
      </Loaded>
    </Panel>
  )
}

/** The records that count, in the form that suits their type. */
export function Content({ type, records }: { type: RuleType; records: RuleRecord[] }) {
  if (records.length === 0) return <p class="faint">{words.nothingInForce}</p>
  if (type === 'tiers') return <TierLadder tiers={records} />
  if (METRIC_TYPES.includes(type) || type === 'am-kpi-weight')
    return <MetricList type={type} records={records} />
  if (type !== 'score-weights') return <RecordList type={type} records={records} />
  return (
    <div class="stack">
      {records.map((record) => (
        <Link key={record.id} class="weights-link" to={`/rules/${type}/${record.id}`}>
          {records.length > 1 && <strong>{subject(String(record.contract_type ?? '*'))}</strong>}
          <WeightsBar weights={record} />
          <span class="faint small">{datesOf(record)}</span>
        </Link>
      ))}
    </div>
  )
}
