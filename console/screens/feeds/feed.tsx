import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import type { Feed } from '../../logic/feeds/feed-columns.ts'
import type { FeedStatus } from '../../logic/feeds/feed-months.ts'
import { count, moment, month, since } from '../../logic/format.ts'
import { Counts, Noted } from '../../parts/counts.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Fields } from './fields.tsx'
import { TotalsPanel } from './totals/totals-panel.tsx'
import { Upload } from './upload/upload.tsx'

/** One feed: push a file to it, its fields, what it has pushed. */
export default function FeedPage() {
  const { feed: name } = useRoute().params as { feed: string }
  const feeds = useRead('/api/sync/feeds')
  const feed = feeds.data?.data.find((one) => one.feed === name)
  return (
    <Page title={feed?.title ?? name} above={<Link to="/feeds">Feeds</Link>}>
      <Loaded of={feeds} height="30rem">
        {({ data }) =>
          feed ? <Parts key={name} feed={feed} feeds={data} /> : <Empty title="There is no such feed" />
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
        <Panel title="Push a file">
          <Upload feed={feed} feeds={feeds} />
        </Panel>
      )}
      {feed.totals.length > 0 && <TotalsPanel feed={feed.feed} totals={feed.totals} />}
      <Panel title="Fields" source={{ path: '/api/sync/feeds' }} class="flush">
        <Fields feed={feed} />
      </Panel>
      <Panel title="Facts by month" source={{ path: '/api/sync/status', csv: true }} class="flush">
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
    <Counts
      class="panel"
      of={[
        [
          'Last push',
          <Noted figure={last_pushed_at ? since(last_pushed_at) : 'never'}>
            {last_pushed_at && moment(last_pushed_at, time_zone)} {last_user_id && `by user ${last_user_id}`}
          </Noted>,
        ],
        ['Received', count(status.received)],
        ['New', count(status.created)],
        ['Changed', count(status.updated)],
        ['Unchanged', count(status.unchanged)],
        ['Repeated', count(status.repeated)],
        ['Left out', count(status.left_out)],
        ['Late', count(status.late)],
        ['Rejected', <Link to={`/feeds/rejections?feed=${feed}`}>{count(rejected)}</Link>, rejected > 0],
      ]}
    />
  )
}

function Months({ status }: { status: FeedStatus | undefined }) {
  const period = usePeriod()
  if (!status || status.periods.length === 0) return <Empty title="has no months" />
  return (
    <DataTable
      caption="Facts by month"
      rows={status.periods}
      keyOf={(row) => row.period}
      columns={[
        {
          head: 'Month',
          cell: (row) => (row.period === period ? <strong>{month(row.period)}</strong> : month(row.period)),
        },
        {
          head: 'Stored',
          numeric: true,
          cell: ({ created, retention }) => (
            <>
              {count(created)}
              {retention && (
                <div class="faint small">{`${count(retention.deleted)} deleted by retention`}</div>
              )}
            </>
          ),
        },
        { head: 'Late', numeric: true, cell: ({ late }) => count(late) },
      ]}
    />
  )
}
