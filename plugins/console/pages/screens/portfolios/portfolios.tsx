import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { count, month, score } from '../../logic/format.ts'
import { number } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { bonus } from './bonus.ts'
import { words } from './words.ts'

const LIMIT = 50

/** Every account manager with the KPI of the month. */
export default function Portfolios() {
  const period = usePeriod()
  const go = useGo()
  const [{ page }, change] = useUrlState({ page: number(1) })
  const request = { query: { period, page, limit: LIMIT } }
  const list = useRead('/api/am/portfolio', request, { keep: true })
  return (
    <Page title={words.title} above={month(period)}>
      <Panel class="flush" title={words.list} source={{ path: '/api/am/portfolio', request, csv: true }}>
        <Loaded of={list} height="20rem">
          {({ data, total }) => (
            <DataTable
              caption={words.list}
              columns={COLUMNS}
              rows={data}
              keyOf={({ am_id }) => am_id}
              onOpen={({ am_id }) => go(`/portfolios/${am_id}`)}
              empty={<Empty title={words.none}>{words.noneText}</Empty>}
              foot={
                <Pager page={page} limit={LIMIT} total={total} onPage={(next) => change({ page: next })} />
              }
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}

const COLUMNS: Column<Model<'Portfolio'>>[] = [
  {
    key: 'manager',
    head: words.manager,
    cell: ({ am_id, name, is_active }) => (
      <span class="row">
        <Link to={`/portfolios/${am_id}`} class="cut target" dir="auto">
          {name}
        </Link>
        {!is_active && <Badge>{words.inactive}</Badge>}
      </span>
    ),
  },
  { key: 'sellers', head: words.sellers, numeric: true, wide: true, cell: ({ sellers }) => count(sellers) },
  {
    key: 'scored',
    head: words.scored,
    numeric: true,
    wide: true,
    cell: ({ scored_sellers }) => count(scored_sellers),
  },
  { key: 'mean', head: words.mean, numeric: true, wide: true, cell: ({ avg_sos }) => score(avg_sos) },
  { key: 'kpi', head: words.kpi, numeric: true, cell: ({ kpi }) => <strong>{score(kpi)}</strong> },
  {
    key: 'band',
    head: words.band,
    cell: ({ band }) => band ?? <span class="faint">{words.notAssessed}</span>,
  },
  { key: 'bonus', head: words.bonus, numeric: true, cell: ({ percent }) => bonus(percent) },
]
