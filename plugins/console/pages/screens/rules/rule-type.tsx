import { useRoute } from 'preact-iso/router'
import { inForce } from '../../../../../src/scoring/in-force.ts'
import { day } from '../../logic/format.ts'
import type { RuleType } from '../../logic/rules-in-force.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { datesOf } from './list/dates-of.ts'
import { TimeLine } from './list/time-line.tsx'
import { isRuleType, listPath, type RuleRecord } from './rule.ts'
import { Content } from './rules.tsx'
import { summaryOf } from './summary.ts'
import { useRecords } from './use-records.ts'
import { ABOUT, TYPES, titleOf, words } from './words.ts'

const SCHEMA = { deleted: oneOf(['yes'], '') }

/** The records of a type: what counts in the month, when each counts, and all of them. */
export default function RuleTypePage() {
  const { type = '' } = useRoute().params
  if (isRuleType(type)) return <Records key={type} type={type} />
  return (
    <Page title={common.notFound}>
      <Empty title={common.notFoundText} />
    </Page>
  )
}

function Records({ type }: { type: RuleType }) {
  const { may } = useMe()
  const period = usePeriod()
  const [{ deleted }, change] = useUrlState(SCHEMA)
  const counting = useRecords(type)
  const all = useRecords(type, deleted === 'yes')
  return (
    <Page
      title={TYPES[type]}
      above={<Link to="/rules">{words.rules}</Link>}
      actions={
        (may('config.write') || may('drafts.write')) && (
          <Link class="button primary" to={`/rules/${type}/new`}>
            {words.newRecord}
          </Link>
        )
      }
    >
      <p class="faint">{ABOUT[type]}</p>
      <Loaded of={counting} height="16rem">
        {(records) => (
          <div class="grid">
            <Panel
              title={words.counting}
              class="third"
              source={{ path: listPath(type), request: { query: { period } } }}
            >
              <Content type={type} records={inForce(type, records, period)} />
            </Panel>
            <Panel title={words.timeLine} class="two-thirds">
              <TimeLine type={type} records={records} period={period} />
            </Panel>
          </div>
        )}
      </Loaded>
      <Panel
        title={words.records}
        class="flush"
        source={{ path: listPath(type), request: { query: { all: deleted === 'yes', limit: 500 } } }}
        aside={
          <label class="check-line">
            <input
              type="checkbox"
              checked={deleted === 'yes'}
              onChange={(event) => change({ deleted: event.currentTarget.checked ? 'yes' : '' })}
            />
            {words.showDeleted}
          </label>
        }
      >
        <Loaded of={all}>{(records) => <RecordTable type={type} records={records} />}</Loaded>
      </Panel>
    </Page>
  )
}

function RecordTable({ type, records }: { type: RuleType; records: RuleRecord[] }) {
  const go = useGo()
  const columns: Column<RuleRecord>[] = [
    {
      key: 'what',
      head: words.what,
      cell: (record) => (
        <Link to={`/rules/${type}/${record.id}`} dir="auto">
          {titleOf(type, record)}
        </Link>
      ),
    },
    {
      key: 'value',
      head: words.value,
      cell: (record) => <span class="wraps">{summaryOf(type, record)}</span>,
    },
    {
      key: 'counts',
      head: words.period,
      cell: (record) => (record.is_active ? datesOf(record) : <Badge>{words.deleted}</Badge>),
    },
    { key: 'version', head: words.versionHead, cell: ({ version }) => version, numeric: true, wide: true },
    {
      key: 'changed',
      head: words.changed,
      cell: ({ updated_at, updated_by }) => (
        <span class="faint">
          {day(updated_at)}, {updated_by === null ? words.byDefault : words.byUser(updated_by)}
        </span>
      ),
      wide: true,
    },
  ]
  return (
    <DataTable
      caption={`${words.records}: ${TYPES[type]}`}
      columns={columns}
      rows={records}
      keyOf={({ id }) => id}
      onOpen={({ id }) => go(`/rules/${type}/${id}`)}
      empty={<Empty title={words.nothingInForce} />}
    />
  )
}
