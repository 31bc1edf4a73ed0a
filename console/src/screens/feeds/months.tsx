import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { $api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import classes from '../../records/details.module.css'
import type { Row } from '../../records/row.ts'
import { count, monthOf, plural } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'

/** Sellers are no facts of a month. */
const WITHOUT_TOTALS = 'sellers'

/** All feeds answer the same about their totals; each under its own address. */
const totalsOf = (feed: string, period: string) =>
  $api.queryOptions(
    'get',
    `/api/sync/${feed as 'orders'}/control-totals`,
    { params: { query: { period, limit: 100 } } },
    { enabled: feed !== WITHOUT_TOTALS },
  )

/** What a feed has brought of each month, and whether that is all that was sent. */
export default function Months({ row }: { row: Row }) {
  const { feed, periods } = row as unknown as Schemas['SyncStatusEntry']
  const { current_period } = useMe()
  const totals = useQuery(totalsOf(feed, current_period)).data?.data ?? []
  return (
    <>
      {totals.map(({ seller_code, totals, difference }) => {
        const off = Object.entries(difference).filter(([, by]) => by)
        return (
          <Text key={seller_code}>
            {seller_code ?? monthOf(current_period)}:{' '}
            {Object.entries(totals)
              .map(([name, sent]) => `${count(Number(sent))} ${nameOf(name).toLowerCase()}`)
              .join(', ')}{' '}
            sent,{' '}
            <b>
              {off.length === 0
                ? 'all of it is stored.'
                : `${off.map(([name, by]) => `${count(Math.abs(Number(by)))} ${nameOf(name).toLowerCase()} ${Number(by) < 0 ? 'missing' : 'too many'}`).join(', ')}.`}
            </b>
          </Text>
        )
      })}
      <dl className={classes.details}>
        {periods.map(({ period, created, late, retention }) => (
          <div key={period}>
            <dt>{monthOf(period)}</dt>
            <dd>
              {plural(created, 'record')}
              {late > 0 && `, ${count(late)} after the month was final`}
              {retention && `, ${count(retention.deleted)} deleted for their age`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
