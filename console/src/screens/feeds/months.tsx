import { Text } from '@mantine/core'
import { $api, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import type { Row } from '../../records/kind.ts'
import { count, monthOf, plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { nameOf } from '../../ui/names.ts'
import { Named } from '../../ui/page.tsx'

/** What a feed has brought of each month, and whether that is all that was sent. */
export default function Months({ row }: { row: Row }) {
  const { feed, periods } = row as unknown as Schemas['SyncStatusEntry']
  const { current_period } = useMe()
  /** All feeds but the sellers, who are no facts of a month, answer the same; each under its own address. */
  const totals = $api.useQuery(
    'get',
    `/api/sync/${feed as 'orders'}/control-totals`,
    { params: { query: { period: current_period, limit: 100 } } },
    { enabled: feed !== 'sellers' },
  )
  const money = useMoney()
  function amount(name: string, value: unknown) {
    const size = Math.abs(Number(value))
    if (name === 'records') return plural(size, 'record')
    return `${(name.includes('amount') ? money : count)(size)} ${nameOf(name).toLowerCase()}`
  }
  return (
    <>
      {totals.data?.data.map(({ seller_code, totals, difference }) => {
        const off = Object.entries(difference).filter(([, by]) => by)
        return (
          <Text key={seller_code}>
            {seller_code ?? monthOf(current_period)}:{' '}
            {Object.entries(totals)
              .map(([name, sent]) => amount(name, sent))
              .join(', ')}{' '}
            declared,{' '}
            <b>
              {off
                .map(([name, by]) => `${amount(name, by)} ${Number(by) < 0 ? 'missing' : 'too many'}`)
                .join(', ') || 'all of it is stored'}
              .
            </b>
          </Text>
        )
      })}
      <Named
        rows={periods.map(({ period, created, late, retention }) => [
          monthOf(period),
          <>
            {plural(created, 'record')}
            {late > 0 && `, ${count(late)} after the month was final`}
            {retention && `, ${count(retention.deleted)} deleted for their age`}
          </>,
        ])}
      />
    </>
  )
}
