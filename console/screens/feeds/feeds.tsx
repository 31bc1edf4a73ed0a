import { useRead } from '../../api/queries.ts'
import { type FeedStatus, isSilent } from '../../logic/feeds/feed-months.ts'
import { count, moment, month, since } from '../../logic/format.ts'
import { Counts, Noted } from '../../parts/counts.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { HeatStrip } from './heat-strip.tsx'

/** What each feed has pushed, and which are silent. */
export default function Feeds() {
  const status = useRead('/api/sync/status')
  const feeds = useRead('/api/sync/feeds')
  const period = usePeriod()
  const titleOf = (name: string) => feeds.data?.data.find(({ feed }) => feed === name)?.title ?? name
  return (
    <Page title="Feeds">
      <Loaded of={status} height="5.5rem">
        {({ data }) => <Sums data={data} period={period} />}
      </Loaded>
      <Panel title="Facts by month" source={{ path: '/api/sync/status', csv: true }} class="flush">
        <Loaded of={status} height="24rem">
          {({ data }) =>
            data.every(({ last_pushed_at }) => last_pushed_at === null) ? (
              <>
                <Empty title="No feed has pushed yet">
                  Choose a feed and drop a CSV, or let your systems push to POST /api/sync.
                </Empty>
                <HeatStrip data={data} titleOf={titleOf} />
              </>
            ) : (
              <HeatStrip data={data} titleOf={titleOf} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

/** All feeds together. */
function Sums({ data, period }: { data: FeedStatus[]; period: string }) {
  const { time_zone } = useMe()
  const sum = (key: 'received' | 'rejected' | 'late') => data.reduce((total, feed) => total + feed[key], 0)
  const last = data
    .map(({ last_pushed_at }) => last_pushed_at ?? '')
    .sort()
    .at(-1)
  const silent = data.filter((feed) => isSilent(feed, period))
  return (
    <Counts
      class="panel"
      of={[
        [
          'Last push',
          <Noted figure={last ? since(last) : 'never'}>{last ? moment(last, time_zone) : ''}</Noted>,
        ],
        [
          'Silent feeds',
          <Noted figure={count(silent.length)}>
            {silent.length > 0 ? `No facts of ${month(period)}` : 'Every feed has facts'}
          </Noted>,
        ],
        ['Facts received', count(sum('received'))],
        ['Late', count(sum('late'))],
        ['Rejected', <Link to="/feeds/rejections">{count(sum('rejected'))}</Link>, sum('rejected') > 0],
      ]}
    />
  )
}
