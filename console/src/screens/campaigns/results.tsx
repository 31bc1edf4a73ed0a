import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { $api } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import type { ListKind, Row } from '../../records/kind.ts'
import { RecordList } from '../../records/record-list.tsx'
import { count, plural } from '../../ui/format.ts'

const kindOf = (id: string): ListKind => ({
  list: `/api/campaigns/${id}/forecasts`,
  shape: 'CampaignResult',
  key: 'seller_code',
  one: 'forecast',
  asked: { by: 'id' },
  columns: ['company_name', 'forecast_orders', 'actual_orders', 'error_percent'],
  labels: {
    company_name: 'Seller',
    forecast_orders: 'Forecast',
    actual_orders: 'Orders',
    error_percent: 'Forecast off by',
  },
  says: {
    error_percent: ({ error_percent: off, forecast_orders, actual_orders }) =>
      off == null
        ? ''
        : `${count(Number(off))} % too ${Number(forecast_orders) > Number(actual_orders) ? 'high' : 'low'}`,
  },
  page: { to: '/sellers/$code', by: 'seller_code' },
})

/** What sellers forecast for a campaign, beside what they sold. */
export default function Results({ row }: { row: Row }) {
  const id = String(row.id)
  const [page, setPage] = useState(1)
  const maySend = useMay('sync.write')
  const query = { by: 'id', limit: 1 } as const
  const found = $api.useQuery('get', '/api/campaigns/{id}/forecasts', { params: { path: { id }, query } })
  const totals = found.data?.totals
  return (
    <div>
      {totals && totals.sellers_with_forecast > 0 && (
        <Text mb="xs">
          {plural(totals.sellers_with_forecast, 'seller')} forecast {plural(totals.forecast_orders, 'order')}
          {totals.sellers_with_actual > 0 && `; there were ${count(totals.actual_orders)}`}.
          {totals.sellers_late > 0 && ` ${plural(totals.sellers_late, 'forecast')} came too late.`}
        </Text>
      )}
      {totals?.sellers_with_forecast === 0 && (
        <Text mb="xs">
          Nobody has sent a forecast for this campaign yet.{' '}
          {maySend && (
            <>
              <Link to="/import">Import two files</Link>: Forecasts and Campaign actuals.
            </>
          )}
        </Text>
      )}
      <RecordList kind={kindOf(id)} search={{ page }} onPage={setPage} />
    </div>
  )
}
