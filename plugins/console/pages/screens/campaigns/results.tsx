import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { count, day, score } from '../../logic/format.ts'
import { number } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { words } from './words.ts'

const PATH = '/api/campaigns/{id}/forecasts'
const LIMIT = 50

/** What sellers forecast against what came, and who was late. */
export function Results({ code }: { code: string }) {
  const [{ page }, change] = useUrlState({ page: number(1) })
  const go = useGo()
  const request = { path: { id: code }, query: { page, limit: LIMIT } }
  const read = useRead(PATH, request, { keep: true })
  return (
    <Loaded of={read} height="40rem">
      {({ data, total, totals, forecast_deadline }) => (
        <>
          <div class="tiles small-tiles">
            <Tile
              name={words.forecast}
              figure={count(totals.forecast_orders)}
              about={words.ofSellers(totals.sellers_with_forecast)}
            />
            <Tile
              name={words.actual}
              figure={count(totals.actual_orders)}
              about={words.ofSellers(totals.sellers_with_actual)}
            />
            <Tile
              name={words.error}
              figure={totals.error_percent === null ? '–' : `${score(totals.error_percent)} %`}
            />
            <Tile
              name={words.late}
              figure={count(totals.sellers_late)}
              about={words.ofForecasts(totals.sellers_with_forecast)}
            />
            <Tile name={words.deadline} figure={day(forecast_deadline)} />
          </div>
          <Panel class="flush" title={words.results} source={{ path: PATH, request, csv: true }}>
            <DataTable
              caption={words.results}
              columns={COLUMNS}
              rows={data}
              keyOf={({ seller_code }) => seller_code}
              onOpen={({ seller_code }) => go(`/sellers/${encodeURIComponent(seller_code)}?tab=campaigns`)}
              empty={<Empty title={words.noResults}>{words.noResultsText}</Empty>}
              foot={
                <Pager page={page} limit={LIMIT} total={total} onPage={(next) => change({ page: next })} />
              }
            />
          </Panel>
        </>
      )}
    </Loaded>
  )
}

const Tile = ({ name, figure, about }: { name: string; figure: string; about?: string }) => (
  <div class="tile still">
    <span class="name">{name}</span>
    <span class="figure">{figure}</span>
    <span class="faint small">{about ?? '\u00a0'}</span>
  </div>
)

const COLUMNS: Column<Model<'CampaignResult'>>[] = [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ seller_code, company_name }) => (
      <span class="case-cell">
        <Link to={`/sellers/${encodeURIComponent(seller_code)}?tab=campaigns`} class="mono">
          {seller_code}
        </Link>
        <span class="cut" dir="auto" title={company_name}>
          {company_name}
        </span>
      </span>
    ),
  },
  {
    key: 'forecast',
    head: words.forecast,
    numeric: true,
    cell: ({ forecast_orders }) => count(forecast_orders),
  },
  { key: 'actual', head: words.actual, numeric: true, cell: ({ actual_orders }) => count(actual_orders) },
  {
    key: 'error',
    head: words.error,
    numeric: true,
    wide: true,
    cell: ({ error_percent }) => (error_percent === null ? '–' : `${score(error_percent)} %`),
  },
  {
    key: 'submitted',
    head: words.submitted,
    wide: true,
    cell: ({ submitted_at }) => (submitted_at ? day(submitted_at) : '–'),
  },
  { key: 'late', head: words.late, wide: true, cell: ({ days_late }) => <Late days={days_late} /> },
]

const Late = ({ days }: { days: number | null }) =>
  days === null ? (
    <>–</>
  ) : days > 0 ? (
    <Badge tone="warn">{words.daysLate(days)}</Badge>
  ) : (
    <span class="faint">{words.inTime}</span>
  )
