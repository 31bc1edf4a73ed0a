import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import type { Feed } from '../../logic/feed-columns.ts'
import type { FeedStatus } from '../../logic/feed-months.ts'
import { count, moment, month, since } from '../../logic/format.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { later } from '../../parts/later.tsx'
import { lazy } from '../../parts/lazy.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded, Waiting } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Fields } from './fields.tsx'
import { words } from './words.ts'

const TotalsPanel = later(
  () => import('./totals/totals-panel.tsx').then((module) => module.TotalsPanel),
  <div class="panel">
    <Waiting height="10rem" />
  </div>,
)
const Upload = lazy(() => import('./upload/upload.tsx'))

/** One feed: push a file to it, its fields, what it has pushed. */
export default function FeedPage() {
  const { feed: name } = useRoute().params as { feed: string }
  const feeds = useRead('/api/sync/feeds')
  const feed = feeds.data?.data.find((one) => one.feed === name)
  return (
    <Page title={feed?.title ?? name} above={<Link to="/feeds">{words.feeds}</Link>}>
      <Loaded of={feeds} height="30rem">
        {({ data }) =>
          feed ? <Parts key={name} feed={feed} feeds={data} /> : <Empty title={words.noFeed} />
        }
      </Loaded>
    </Page>
  )
}

type Status = Answer<'GET', '/api/sync/status'>

function Parts({ feed, feeds }: { feed: Feed; feeds: Feed[] }) {
  const { may } = useMe()
  const status = useRead('/api/sync/status')
  const mine = ({ data }: Status) => data.find((one) => one.feed === feed.feed)
  return (
    <>
      <p class="lead">{feed.description.replaceAll('`', '')}</p>
      <Loaded of={status} height="5.5rem">
        {(all) => <Received status={mine(all)} feed={feed.feed} />}
      </Loaded>
      {may('sync.write') && (
        <Panel title={words.push}>
          <Upload feed={feed} feeds={feeds} />
        </Panel>
      )}
      {feed.feed !== 'sellers' && <TotalsPanel feed={feed.feed} />}
      <Panel title={words.fields} source={{ path: '/api/sync/feeds' }} class="flush">
        <Fields feed={feed} />
      </Panel>
      <Panel title={words.byMonth} source={{ path: '/api/sync/status', csv: true }} class="flush">
        <Loaded of={status}>{(all) => <Months status={mine(all)} />}</Loaded>
      </Panel>
    </>
  )
}

/** What the feed has received since it began. */
function Received({ status, feed }: { status: FeedStatus | undefined; feed: string }) {
  const { time_zone } = useMe()
  if (!status) return null
  const { last_pushed_at, last_user_id, rejected } = status
  return (
    <dl class="counts panel">
      <div>
        <dt>{words.lastPush}</dt>
        <dd>
          {last_pushed_at ? since(last_pushed_at) : words.never}{' '}
          <span class="faint small">
            {last_pushed_at && moment(last_pushed_at, time_zone)}{' '}
            {last_user_id && words.pushedBy(last_user_id)}
          </span>
        </dd>
      </div>
      {(['received', 'created', 'updated', 'unchanged', 'late'] as const).map((key) => (
        <div key={key}>
          <dt>{words[key]}</dt>
          <dd>{count(status[key])}</dd>
        </div>
      ))}
      <div class={rejected > 0 ? 'bad' : undefined}>
        <dt>{words.rejected}</dt>
        <dd>
          <Link to={`/feeds/rejections?feed=${feed}`}>{count(rejected)}</Link>
        </dd>
      </div>
    </dl>
  )
}

function Months({ status }: { status: FeedStatus | undefined }) {
  const period = usePeriod()
  if (!status || status.periods.length === 0) return <Empty title={words.noMonths} />
  return (
    <DataTable
      caption={words.byMonth}
      rows={status.periods}
      keyOf={(row) => row.period}
      columns={[
        {
          key: 'month',
          head: words.month,
          cell: (row) => (row.period === period ? <strong>{month(row.period)}</strong> : month(row.period)),
        },
        {
          key: 'stored',
          head: words.stored,
          numeric: true,
          cell: ({ created, retention }) => (
            <>
              {count(created)}
              {retention && <div class="faint small">{words.removed(retention.deleted)}</div>}
            </>
          ),
        },
        { key: 'late', head: words.late, numeric: true, cell: ({ late }) => count(late) },
      ]}
    />
  )
}
