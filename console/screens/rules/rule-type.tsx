import { useRoute } from 'preact-iso/router'
import { inForce } from '../../../src/scoring/in-force.ts'
import { day } from '../../logic/format.ts'
import type { RuleType } from '../../logic/rules/rules-in-force.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { NotFound } from '../../parts/not-found.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { TimeLine } from './list/time-line.tsx'
import { datesOf, isRuleType, listPath, type RuleRecord } from './rule.ts'
import { Content } from './rules.tsx'
import { NOTHING_IN_FORCE, titleOf, wordsOf } from './types.ts'
import { useRecords } from './use-records.ts'

const SCHEMA = { deleted: oneOf(['yes'], '') }

/** The records of a type: what counts in the month, when each counts, and all of them. */
export default function RuleTypePage() {
  const { type = '' } = useRoute().params
  if (isRuleType(type)) return <Records key={type} type={type} />
  return <NotFound />
}

function Records({ type }: { type: RuleType }) {
  const { may } = useMe()
  const period = usePeriod()
  const [{ deleted }, change] = useUrlState(SCHEMA)
  const counting = useRecords(type)
  const all = useRecords(type, deleted === 'yes')
  return (
    <Page
      title={wordsOf(type).name}
      above={<Link to="/rules">Rules</Link>}
      actions={
        (may('config.write') || may('drafts.write')) && (
          <Link class="button primary" to={`/rules/${type}/new`}>
            New record
          </Link>
        )
      }
    >
      <p class="faint">{wordsOf(type).about}</p>
      <Loaded of={counting} height="16rem">
        {(records) => (
          <div class="grid">
            <Panel
              title="What counts in the month"
              class="third"
              source={{ path: listPath(type), request: { query: { period } } }}
            >
              <Content type={type} records={inForce(type, records, period)} />
            </Panel>
            <Panel title="Time line" class="two-thirds">
              <TimeLine type={type} records={records} period={period} />
            </Panel>
          </div>
        )}
      </Loaded>
      <Panel
        title="Records"
        class="flush"
        source={{ path: listPath(type), request: { query: { all: deleted === 'yes', limit: 500 } } }}
        aside={
          <Checkbox
            checked={deleted === 'yes'}
            onValue={(checked) => change({ deleted: checked ? 'yes' : '' })}
          >
            Show deleted records
          </Checkbox>
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
      head: 'About',
      cell: (record) => (
        <Link to={`/rules/${type}/${record.id}`} dir="auto">
          {titleOf(type, record)}
        </Link>
      ),
    },
    { head: 'Value', cell: (record) => <span class="wraps">{wordsOf(type).summary(record)}</span> },
    { head: 'Counts', cell: (record) => (record.is_active ? datesOf(record) : <Badge>Deleted</Badge>) },
    { head: 'Version', cell: ({ version }) => version, numeric: true, wide: true },
    {
      head: 'Last change',
      cell: ({ updated_at, updated_by }) => (
        <span class="faint">
          {day(updated_at)}, {updated_by === null ? 'default' : `user ${updated_by}`}
        </span>
      ),
      wide: true,
    },
  ]
  return (
    <DataTable
      caption={`Records: ${wordsOf(type).name}`}
      columns={columns}
      rows={records}
      keyOf={({ id }) => id}
      onOpen={({ id }) => go(`/rules/${type}/${id}`)}
      empty={<Empty title={NOTHING_IN_FORCE} />}
    />
  )
}
