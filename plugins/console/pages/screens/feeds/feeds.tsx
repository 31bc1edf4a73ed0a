import { useRead } from '../../api/queries.ts'
import { type FeedStatus, isSilent } from '../../logic/feed-months.ts'
import { count, moment, since } from '../../logic/format.ts'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { HeatStrip } from './heat-strip.tsx'
import { words } from './words.ts'

/** What each feed has pushed, and which are silent. */
export default function Feeds() {
  const status = useRead('/api/sync/status')
  const feeds = useRead('/api/sync/feeds')
  const period = usePeriod()
  const titleOf = (name: string) => feeds.data?.data.find(({ feed }) => feed === name)?.title ?? name
  return (
    <Page title={words.feeds}>
      <Loaded of={status} height="5.5rem">
        {({ data }) => <Sums data={data} period={period} />}
      </Loaded>
      <Panel title={words.byMonth} source={{ path: '/api/sync/status', csv: true }} class="flush">
        <Loaded of={status} height="24rem">
          {({ data }) =>
            data.every(({ last_pushed_at }) => last_pushed_at === null) ? (
              <>
                <Empty title={words.empty}>{words.emptyText}</Empty>
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
    <dl class="counts panel">
      <div>
        <dt>{words.lastPush}</dt>
        <dd>
          {last ? since(last) : words.never}{' '}
          <span class="faint small">{last ? moment(last, time_zone) : ''}</span>
        </dd>
      </div>
      <div>
        <dt>{words.silentFeeds}</dt>
        <dd>
          {count(silent.length)}{' '}
          <span class="faint small">{silent.length > 0 ? words.silentIn(period) : words.noneSilent}</span>
        </dd>
      </div>
      <div>
        <dt>{words.facts}</dt>
        <dd>{count(sum('received'))}</dd>
      </div>
      <div>
        <dt>{words.late}</dt>
        <dd>{count(sum('late'))}</dd>
      </div>
      <div class={sum('rejected') > 0 ? 'bad' : undefined}>
        <dt>{words.rejected}</dt>
        <dd>
          <Link to="/feeds/rejections">{count(sum('rejected'))}</Link>
        </dd>
      </div>
    </dl>
  )
}
