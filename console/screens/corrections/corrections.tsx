import type { Answer } from '../../api/types.ts'
import { count, day, month } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Text } from '../../parts/text.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { Drifts } from './drift/drifts.tsx'
import { StateBadge } from './state-badge.tsx'

const PATH = '/api/sos/monthly/corrections'
type Row = Answer<'GET', typeof PATH>['data'][number]

/** Final months that are put right by two people, and what late facts would change. */
export default function Corrections() {
  const [{ tab }] = useUrlState({ tab: oneOf(['late'], '') })
  return (
    <Page
      title={tab === 'late' ? 'Late facts' : 'Corrections'}
      actions={
        useMe().may('scores.write') &&
        tab === '' && (
          <Link class="button primary" to="/corrections/new">
            New correction
          </Link>
        )
      }
    >
      <Tabs
        label="Corrections and late facts"
        tabs={[
          ['', 'Corrections'],
          ['late', 'Late facts'],
        ]}
        chosen={tab}
      />
      {tab === 'late' ? <Drifts /> : <List />}
    </Page>
  )
}

function List() {
  const go = useGo()
  return (
    <RecordList
      title="Corrections of final months"
      path={PATH}
      height="16rem"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      onOpen={({ id }) => go(`/corrections/${id}`)}
      none="No month has been corrected yet"
      hint="A month that was finalized by a wrong rule, or without a feed, gets new scores here, once a second person approves."
    />
  )
}

const COLUMNS: Column<Row>[] = [
  { head: 'Correction', cell: ({ id }) => <Link to={`/corrections/${id}`}>{`Correction ${id}`}</Link> },
  { head: 'Month', cell: ({ period }) => month(period) },
  {
    head: 'State',
    cell: ({ status, dry_run }) => (
      <span class="row">
        <StateBadge status={status} />
        {dry_run && status !== 'computed' && <Badge>Only shows</Badge>}
      </span>
    ),
  },
  { head: 'Reason', wide: true, cell: ({ reason }) => <Text class="wraps">{reason}</Text> },
  { head: 'Scores that change', numeric: true, cell: ({ changed }) => count(changed) },
  {
    head: 'Asked for',
    wide: true,
    cell: ({ created_at, requested_by }) => (
      <span class="faint">{`${day(created_at)}, user ${requested_by}`}</span>
    ),
  },
]
