import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, day, month } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { Drifts } from './drift/drifts.tsx'
import { StateBadge } from './state-badge.tsx'
import { words } from './words.ts'

const PATH = '/api/sos/monthly/corrections'
type Row = Answer<'GET', typeof PATH>['data'][number]

/** Final months that are put right by two people, and what late facts would change. */
export default function Corrections() {
  const [{ tab }] = useUrlState({ tab: oneOf(['late'], '') })
  return (
    <Page
      title={tab === 'late' ? words.late : words.title}
      actions={
        useMe().may('scores.write') &&
        tab === '' && (
          <Link class="button primary" to="/corrections/new">
            {words.new}
          </Link>
        )
      }
    >
      <Tabs
        label={words.tabs}
        tabs={[
          ['', words.title],
          ['late', words.late],
        ]}
        chosen={tab}
      />
      {tab === 'late' ? <Drifts /> : <List />}
    </Page>
  )
}

function List() {
  const go = useGo()
  const [{ page }, change] = useUrlState({ page: number(1) })
  const request = { query: { page, limit: 50 } }
  const read = useRead(PATH, request, { keep: true })
  return (
    <Panel title={words.list} class="flush" source={{ path: PATH, request, csv: true }}>
      <Loaded of={read} height="16rem">
        {({ data, total, limit }) => (
          <DataTable
            caption={words.list}
            columns={COLUMNS}
            rows={data}
            keyOf={({ id }) => id}
            onOpen={({ id }) => go(`/corrections/${id}`)}
            empty={<Empty title={words.none}>{words.noneText}</Empty>}
            foot={<Pager page={page} limit={limit} total={total} onPage={(next) => change({ page: next })} />}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'correction',
    head: words.correction,
    cell: ({ id }) => <Link to={`/corrections/${id}`}>{words.one(id)}</Link>,
  },
  { key: 'month', head: words.month, cell: ({ period }) => month(period) },
  {
    key: 'state',
    head: words.state,
    cell: ({ status, dry_run }) => (
      <span class="row">
        <StateBadge status={status} />
        {dry_run && status !== 'computed' && <Badge>{words.dryRun}</Badge>}
      </span>
    ),
  },
  {
    key: 'reason',
    head: words.reason,
    wide: true,
    cell: ({ reason }) => (
      <span class="wraps" dir="auto">
        {reason}
      </span>
    ),
  },
  { key: 'changed', head: words.changed, numeric: true, cell: ({ changed }) => count(changed) },
  {
    key: 'asked',
    head: words.asked,
    wide: true,
    cell: ({ created_at, requested_by }) => (
      <span class="faint">{words.by(day(created_at), requested_by)}</span>
    ),
  },
]
