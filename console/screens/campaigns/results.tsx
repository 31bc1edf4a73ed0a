import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { count, day, plural, score } from '../../logic/format.ts'
import { number } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { LIMIT } from '../../parts/record-pages.tsx'
import { SellerCell, sellerPath } from '../../parts/seller-link.tsx'
import { Tile } from '../../parts/tile.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'

const PATH = '/api/campaigns/{id}/forecasts'

/** What sellers forecast against what came, and who was late. */
export function Results({ code }: { code: string }) {
  const [{ page }] = useUrlState({ page: number(1) })
  const go = useGo()
  const request = { path: { id: code }, query: { page, limit: LIMIT } }
  const read = useRead(PATH, request, { keep: true })
  return (
    <Loaded of={read} height="40rem">
      {({ totals, forecast_deadline }) => (
        <>
          <div class="tiles small-tiles">
            <Tile
              name="Forecast"
              figure={count(totals.forecast_orders)}
            >{`from ${plural(totals.sellers_with_forecast, 'seller', 'sellers')}`}</Tile>
            <Tile
              name="Actual"
              figure={count(totals.actual_orders)}
            >{`from ${plural(totals.sellers_with_actual, 'seller', 'sellers')}`}</Tile>
            <Tile
              name="Forecast error"
              figure={totals.error_percent === null ? '–' : `${score(totals.error_percent)} %`}
            />
            <Tile
              name="Late forecasts"
              figure={count(totals.sellers_late)}
            >{`of ${plural(totals.sellers_with_forecast, 'forecast', 'forecasts')}`}</Tile>
            <Tile name="Forecasts until" figure={day(forecast_deadline)} />
          </div>
          <RecordList
            title="Forecast against actual"
            path={PATH}
            request={request}
            height="20rem"
            columns={COLUMNS}
            keyOf={({ seller_code }) => seller_code}
            onOpen={({ seller_code }) => go(sellerPath(seller_code, '?tab=campaigns'))}
            none="No forecast yet"
            hint="Forecasts come with the feed “forecasts”, results with “campaign-actuals”."
          />
        </>
      )}
    </Loaded>
  )
}

const COLUMNS: Column<Model<'CampaignResult'>>[] = [
  { head: 'Seller', cell: (row) => <SellerCell of={row} query="?tab=campaigns" /> },
  { head: 'Forecast', numeric: true, cell: ({ forecast_orders }) => count(forecast_orders) },
  { head: 'Actual', numeric: true, cell: ({ actual_orders }) => count(actual_orders) },
  {
    head: 'Forecast error',
    numeric: true,
    wide: true,
    cell: ({ error_percent }) => (error_percent === null ? '–' : `${score(error_percent)} %`),
  },
  { head: 'Submitted', wide: true, cell: ({ submitted_at }) => (submitted_at ? day(submitted_at) : '–') },
  { head: 'Late forecasts', wide: true, cell: ({ days_late }) => <Late days={days_late} /> },
]

const Late = ({ days }: { days: number | null }) =>
  days === null ? (
    <>–</>
  ) : days > 0 ? (
    <Badge tone="warn">{`${plural(days, 'day', 'days')} late`}</Badge>
  ) : (
    <span class="faint">In time</span>
  )
