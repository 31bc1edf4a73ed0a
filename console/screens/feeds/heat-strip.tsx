import { createdIn, type FeedStatus, heatOf, isSilent, stripMonths } from '../../logic/feeds/feed-months.ts'
import { count, month as monthName, plural, shortMonth, since } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'

interface Props {
  data: FeedStatus[]
  titleOf: (feed: string) => string
}

/** Feed by month: how many facts each month has, as figures on a ground of their share. */
export function HeatStrip({ data, titleOf }: Props) {
  const { current_period } = useMe()
  const period = usePeriod()
  const months = stripMonths(data, current_period)
  return (
    <div class="table-scroll" role="group" aria-label="Facts by month" tabIndex={0}>
      <table class="table heat">
        <caption class="visually-hidden">
          Facts that are stored for each month. The darker, the nearer to the fullest month of its feed.
        </caption>
        <thead>
          <tr>
            <th scope="col">Feed</th>
            <th scope="col" class="wide">
              Last push
            </th>
            {months.map((month) => (
              <th
                key={month}
                scope="col"
                class="numeric"
                aria-current={month === period ? 'true' : undefined}
              >
                {shortMonth(month)}
              </th>
            ))}
            <th scope="col" class="numeric">
              Late
            </th>
            <th scope="col" class="numeric">
              Rejected
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((feed) => (
            <tr key={feed.feed}>
              <th scope="row">
                <span class="row">
                  <Link to={`/feeds/${feed.feed}`}>{titleOf(feed.feed)}</Link>
                  {isSilent(feed, period) && <Badge tone="warn">silent</Badge>}
                </span>
              </th>
              <td class="wide">{feed.last_pushed_at ? since(feed.last_pushed_at) : 'never'}</td>
              <Months feed={feed} months={months} title={titleOf(feed.feed)} />
              <td class="numeric">{count(feed.late)}</td>
              <td class="numeric">
                {feed.rejected > 0 ? (
                  <Link to={`/feeds/rejections?feed=${feed.feed}`}>{count(feed.rejected)}</Link>
                ) : (
                  count(0)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Months({ feed, months, title }: { feed: FeedStatus; months: string[]; title: string }) {
  if (feed.periods.length === 0)
    return (
      <td colSpan={months.length} class="faint heat-none">
        {feed.last_pushed_at ? 'has no months' : 'never'}
      </td>
    )
  const fullest = Math.max(...months.map((month) => createdIn(feed, month)))
  return (
    <>
      {months.map((month) => {
        const created = createdIn(feed, month)
        return (
          <td key={month} class={`numeric heat-${heatOf(created, fullest)}`}>
            <Link
              to={`/feeds/${feed.feed}?period=${month}`}
              aria-label={`${title}, ${monthName(month)}: ${plural(created, 'fact', 'facts')}`}
            >
              {created > 0 ? count(created) : '–'}
            </Link>
          </td>
        )
      })}
    </>
  )
}
