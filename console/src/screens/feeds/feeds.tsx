import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Asked } from '../../ui/asked.tsx'
import { count, monthOf, since } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Page } from '../../ui/page.tsx'
import { feeds, monthOfFeed, type Status, status } from './data.ts'

/** What other systems have sent, and which of them is silent. */
export function Feeds() {
  const found = useQuery(status)
  const known = useQuery(feeds).data?.data
  const period = usePeriod()
  const navigate = useNavigate()
  const titleOf = (feed: string) => known?.find((one) => one.feed === feed)?.title ?? nameOf(feed)
  const open = (feed: string) =>
    ({ to: '/feeds/$feed', params: { feed }, search: (was: object) => was }) as const
  return (
    <Page
      title="Feeds"
      trail={<Link to="/settings">Settings</Link>}
      verdict={found.data && known && verdict(found.data.data, period, titleOf, known)}
      actions={<MonthPicker />}
    >
      <Asked query={found} rows={8}>
        {({ data }) => (
          <Grid
            idAccessor="feed"
            records={data}
            onRowClick={({ record }) => void navigate(open(record.feed))}
            columns={[
              {
                accessor: 'feed',
                render: ({ feed }) => <Link {...open(feed)}>{titleOf(feed)}</Link>,
              },
              {
                accessor: 'last_pushed_at',
                title: 'Last push',
                noWrap: true,
                render: ({ last_pushed_at }) => (last_pushed_at ? since(last_pushed_at) : 'never'),
              },
              {
                accessor: 'stored',
                title: 'In the month',
                textAlign: 'right',
                render: (one) => count(monthOfFeed(one, period)?.created ?? 0),
              },
              {
                accessor: 'late',
                title: 'Of these, late',
                textAlign: 'right',
                visibleMediaQuery: '(width >= 48em)',
                render: (one) => count(monthOfFeed(one, period)?.late ?? 0),
              },
              {
                accessor: 'rejected',
                title: 'Rejected so far',
                textAlign: 'right',
                visibleMediaQuery: '(width >= 48em)',
                render: ({ rejected }) => count(rejected),
              },
            ]}
          />
        )}
      </Asked>
    </Page>
  )
}

/** Which of the feeds that are expected have sent nothing of the month. */
function verdict(
  data: Status[],
  period: string,
  titleOf: (feed: string) => string,
  known: { feed: string; expected: string | null }[],
) {
  const expected = data.filter(({ feed }) => known.find((one) => one.feed === feed)?.expected)
  const silent = expected.filter((one) => !monthOfFeed(one, period)?.created)
  if (silent.length === expected.length) return `Nothing has come for ${monthOf(period)} yet.`
  return silent.length === 0
    ? `Every feed that is expected has sent facts of ${monthOf(period)}.`
    : `Nothing has come for ${monthOf(period)} of ${silent.map(({ feed }) => titleOf(feed).toLowerCase()).join(', ')}.`
}
