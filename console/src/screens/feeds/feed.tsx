import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Asked } from '../../ui/asked.tsx'
import { count, monthOf, plural, since, textOf } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { named, nameOf } from '../../ui/names.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Nothing } from '../../ui/trouble.tsx'
import { controlTotals, feeds, monthOfFeed, rejections, type Status, status } from './data.ts'

/** One feed: what it has sent, whether that is all, and what was refused. */
export function Feed() {
  const { feed } = useParams({ from: '/feeds/$feed' })
  const period = usePeriod()
  const found = useQuery(status)
  const about = useQuery(feeds).data?.data.find((one) => one.feed === feed)
  const mine = found.data?.data.find((one) => one.feed === feed)
  const refused = useQuery(rejections(feed))
  return (
    <Page
      title={about?.title ?? nameOf(feed)}
      trail={
        <>
          <Link to="/settings">Settings</Link> / <Link to="/feeds">Feeds</Link>
        </>
      }
      verdict={mine && verdict(mine, period)}
      actions={<MonthPicker />}
    >
      {about && about.totals.length > 0 && (
        <Section title={`What was said to be sent of ${monthOf(period)}`}>
          <Totals feed={feed} period={period} />
        </Section>
      )}
      <Section title="What was refused" aside="The last of it">
        <Asked query={refused} rows={2}>
          {({ data }) =>
            data.length === 0 ? (
              <Nothing title="Nothing was refused" />
            ) : (
              <Grid
                records={data}
                columns={[
                  {
                    accessor: 'received_at',
                    title: 'When',
                    noWrap: true,
                    render: ({ received_at }) => textOf(received_at),
                  },
                  { accessor: 'key', title: 'Record', render: ({ key, line }) => key ?? `Line ${line}` },
                  { accessor: 'error', title: 'Why', render: ({ error }) => named(error) },
                ]}
              />
            )
          }
        </Asked>
      </Section>
    </Page>
  )
}

/** When it came last, and how much of the month it has brought. */
function verdict(one: Status, period: string) {
  if (!one.last_pushed_at) return 'Nothing was ever sent.'
  const { created = 0, late = 0, retention } = monthOfFeed(one, period) ?? {}
  return [
    `${plural(created, 'record')} of ${monthOf(period)}; the last push was ${since(one.last_pushed_at)}.`,
    late > 0 && `${count(late)} came after the month was final.`,
    retention &&
      `${count(retention.deleted)} were deleted on ${textOf(retention.deleted_at)}, as facts are kept for so long only.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the sender has counted beside what is stored. */
function Totals({ feed, period }: { feed: string; period: string }) {
  const found = useQuery(controlTotals(feed, period))
  return (
    <Asked query={found} rows={2}>
      {({ data }) =>
        data.length === 0 ? (
          <Nothing title="Nothing was said">The sending system can say how much it has sent.</Nothing>
        ) : (
          data.map(({ seller_code, totals, ours, difference }) =>
            Object.entries(totals).map(([name, value]) => {
              const off = Number(difference[name as 'records'] ?? 0)
              return (
                <Text key={`${seller_code} ${name}`} py={6}>
                  {seller_code ?? 'All sellers'}: {count(Number(value))} {nameOf(name).toLowerCase()} sent,{' '}
                  {count(Number(ours[name as 'records'] ?? 0))} stored.{' '}
                  <b>
                    {off === 0
                      ? 'They agree.'
                      : `${count(Math.abs(off))} ${off < 0 ? 'missing' : 'too many'}.`}
                  </b>
                </Text>
              )
            }),
          )
        )
      }
    </Asked>
  )
}
