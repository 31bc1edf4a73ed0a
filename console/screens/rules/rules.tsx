import { inForce } from '../../../src/scoring/in-force.ts'
import { MiniCurve } from '../../charts/mini-curve.tsx'
import { month } from '../../logic/format.ts'
import type { RuleType } from '../../logic/rules/rules-in-force.ts'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PlannedChanges } from './list/planned-changes.tsx'
import { TierLadder } from './list/tier-ladder.tsx'
import { WeightsBar } from './list/weights-bar.tsx'
import { factsOf } from './metric-facts.ts'
import { datesOf, hasCurve, listPath, type RuleRecord } from './rule.ts'
import { digits, NOTHING_IN_FORCE, SHOWN_TYPES, subject, titleOf, wordsOf } from './types.ts'
import { useRecords } from './use-records.ts'

/** All that decides a month's scores, tiers and money. */
export default function Rules() {
  const period = usePeriod()
  return (
    <Page
      title={`The rules of ${month(period)}`}
      actions={
        <Link class="button" to="/rules/drafts">
          Drafts
        </Link>
      }
    >
      <div class="grid">
        {SHOWN_TYPES.map((type) => (
          <TypePanel key={type} type={type} isFirst={FIRST.includes(type)} />
        ))}
        <PlannedChanges />
      </div>
    </Page>
  )
}

/** What all components meet in. */
const FIRST: RuleType[] = ['score-weights', 'tiers']

function TypePanel({ type, isFirst }: { type: RuleType; isFirst: boolean }) {
  const period = usePeriod()
  const read = useRecords(type)
  return (
    <Panel
      title={wordsOf(type).name}
      class={isFirst ? 'half' : 'third'}
      source={{ path: listPath(type), request: { query: { period } } }}
      aside={
        <Link class="small" to={`/rules/${type}`} aria-label={`Records: ${wordsOf(type).name}`}>
          Records
        </Link>
      }
    >
      <Loaded of={read} height={isFirst ? '6rem' : '11rem'}>
        {(records) => <Content type={type} records={inForce(type, records, period)} />}
      </Loaded>
    </Panel>
  )
}

/** The records that count, in the form that suits their type. */
export function Content({ type, records }: { type: RuleType; records: RuleRecord[] }) {
  if (records.length === 0) return <p class="faint">{NOTHING_IN_FORCE}</p>
  if (type === 'tiers') return <TierLadder tiers={records} />
  if (hasCurve(type)) return <MetricList type={type} records={records} />
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

/** Records of a type, each with what it says. */
const RecordList = ({ type, records }: { type: RuleType; records: RuleRecord[] }) => (
  <ul class="rule-list">
    {records.map((record) => (
      <li key={record.id}>
        <Link class="rule-row" to={`/rules/${type}/${record.id}`}>
          <span class="rule-text">
            <strong dir="auto">{titleOf(type, record)}</strong>
            <span class="faint small">{wordsOf(type).summary(record)}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** The metrics of a component with their curves and shares. */
function MetricList({ type, records }: { type: RuleType; records: RuleRecord[] }) {
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
                    ? `from ${digits(record.min_volume)} ${counts}`
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
