import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { $api } from '../../api/client.ts'
import type { Row } from '../../records/declared.ts'
import { Asked } from '../../ui/asked.tsx'
import { count, plural, textOf } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'

const LIMIT = 100

const results = (id: string) =>
  $api.queryOptions('get', '/api/campaigns/{id}/forecasts', {
    params: { path: { id }, query: { by: 'id', limit: LIMIT } },
  })

/** What sellers forecast for a campaign, beside what they sold. */
export default function Results({ row }: { row: Row }) {
  const found = useQuery(results(String(row.id)))
  return (
    <Asked query={found} rows={2}>
      {({ data, total, totals, forecast_deadline }) => (
        <div>
          <Text mb="xs">
            {plural(totals.sellers_with_forecast, 'seller')} forecast{' '}
            {plural(totals.forecast_orders, 'order')}
            {totals.sellers_with_actual > 0
              ? `, and ${plural(totals.actual_orders, 'order')} came${totals.error_percent === null ? '' : `: ${count(totals.error_percent)} % off`}. `
              : '. '}
            {totals.sellers_late > 0
              ? `${plural(totals.sellers_late, 'forecast')} came after the deadline of ${textOf(forecast_deadline)}.`
              : `The deadline is ${textOf(forecast_deadline)}.`}
          </Text>
          {total > LIMIT && (
            <Text size="sm" c="dimmed">
              The first {LIMIT} of {plural(total, 'seller')}.
            </Text>
          )}
          <Grid
            idAccessor="seller_code"
            records={data}
            noRecordsText="No forecast yet"
            columns={[
              {
                accessor: 'company_name',
                title: 'Seller',
                render: ({ company_name, seller_code }) => (
                  <Link to="/sellers/$code" params={{ code: seller_code }}>
                    {company_name}
                  </Link>
                ),
              },
              {
                accessor: 'forecast_orders',
                title: 'Forecast',
                textAlign: 'right',
                render: ({ forecast_orders }) => textOf(forecast_orders),
              },
              {
                accessor: 'actual_orders',
                title: 'Came',
                textAlign: 'right',
                render: ({ actual_orders }) => textOf(actual_orders),
              },
              {
                accessor: 'error_percent',
                title: 'Off by',
                textAlign: 'right',
                render: ({ error_percent }) => (error_percent === null ? '–' : `${count(error_percent)} %`),
              },
            ]}
          />
        </div>
      )}
    </Asked>
  )
}
