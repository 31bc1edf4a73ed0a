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
        {({ data }) => <Tiles data={data} period={period} />}
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

function Tiles({ data, period }: { data: FeedStatus[]; period: string }) {
  const { time_zone } = useMe()
  const sum = (key: 'received' | 'rejected' | 'late') => data.reduce((total, feed) => total + feed[key], 0)
  const last = data
    .map(({ last_pushed_at }) => last_pushed_at ?? '')
    .sort()
    .at(-1)
  const silent = data.filter((feed) => isSilent(feed, period))
  return (
    <div class="tiles">
      <div class="tile">
        <span class="name">{words.lastPush}</span>
        <span class="figure">{last ? since(last) : words.never}</span>
        <span class="faint small">{last ? moment(last, time_zone) : ''}</span>
      </div>
      <div class="tile">
        <span class="name">{words.silentFeeds}</span>
        <span class="figure">{count(silent.length)}</span>
        <span class="faint small">{silent.length > 0 ? words.silentIn(period) : words.noneSilent}</span>
      </div>
      <div class="tile">
        <span class="name">{words.facts}</span>
        <span class="figure">{count(sum('received'))}</span>
      </div>
      <div class="tile">
        <span class="name">{words.late}</span>
        <span class="figure">{count(sum('late'))}</span>
      </div>
      <Link to="/feeds/rejections" class="tile">
        <span class="name">{words.rejected}</span>
        <span class="figure">{count(sum('rejected'))}</span>
      </Link>
    </div>
  )
}
