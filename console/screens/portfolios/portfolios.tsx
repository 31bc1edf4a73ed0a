import type { Model } from '../../api/types.ts'
import { count, month, score } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { bonus } from './kpi-panels.tsx'

/** Every account manager with the KPI of the month. */
export default function Portfolios() {
  const period = usePeriod()
  const go = useGo()
  return (
    <Page title="Portfolios" above={month(period)}>
      <RecordList
        title="Account managers"
        path="/api/am/portfolio"
        request={{ query: { period } }}
        height="20rem"
        columns={COLUMNS}
        keyOf={({ am_id }) => am_id}
        onOpen={({ am_id }) => go(`/portfolios/${am_id}`)}
        none="No portfolio here"
        hint="A portfolio is the sellers that an account manager looks after."
      />
    </Page>
  )
}

const COLUMNS: Column<Model<'Portfolio'>>[] = [
  {
    head: 'Account manager',
    cell: ({ am_id, name, is_active }) => (
      <span class="row">
        <Link to={`/portfolios/${am_id}`} class="cut target" dir="auto">
          {name}
        </Link>
        {!is_active && <Badge>Not active</Badge>}
      </span>
    ),
  },
  { head: 'Sellers', numeric: true, wide: true, cell: ({ sellers }) => count(sellers) },
  { head: 'Scored', numeric: true, wide: true, cell: ({ scored_sellers }) => count(scored_sellers) },
  { head: 'Mean score', numeric: true, wide: true, cell: ({ avg_sos }) => score(avg_sos) },
  { head: 'KPI', numeric: true, cell: ({ kpi }) => <strong>{score(kpi)}</strong> },
  { head: 'Band', cell: ({ band }) => band ?? <span class="faint">Not assessed</span> },
  { head: 'Bonus', numeric: true, cell: ({ percent }) => bonus(percent) },
]
