import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { moment } from '../../logic/format.ts'
import { number, text } from '../../logic/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { words } from './words.ts'

type Rejection = Answer<'GET', '/api/sync/rejections'>['data'][number]

const LIMIT = 50
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Records that were not stored, and why. */
export default function Rejections() {
  const [{ feed, from, to, page }, change] = useUrlState({
    feed: text(),
    from: text(),
    to: text(),
    page: number(1),
  })
  const [open, setOpen] = useState<Rejection | null>(null)
  const { time_zone } = useMe()
  const feeds = useRead('/api/sync/feeds')
  const known = feeds.data?.data ?? []
  const titleOf = (name: string) => known.find((one) => one.feed === name)?.title ?? name
  const query = {
    feed: (feed || undefined) as Rejection['feed'] | undefined,
    from: DAY.test(from) ? from : undefined,
    to: DAY.test(to) ? to : undefined,
  }
  const request = { query: { ...query, page, limit: LIMIT } }
  const rejections = useRead('/api/sync/rejections', request, { keep: true })
  return (
    <Page title={words.rejections} above={<Link to="/feeds">{words.feeds}</Link>}>
      <div class="filters">
        <SelectField
          label={words.feed}
          value={feed}
          onValue={(feed) => change({ feed, page: 1 })}
          options={[['', words.allFeeds], ...known.map((one): [string, string] => [one.feed, one.title])]}
        />
        <TextField
          type="date"
          label={words.from}
          value={from}
          onValue={(from) => change({ from, page: 1 }, { replace: true })}
        />
        <TextField
          type="date"
          label={words.to}
          value={to}
          onValue={(to) => change({ to, page: 1 }, { replace: true })}
        />
      </div>
      <Panel
        title={words.rejections}
        source={{ path: '/api/sync/rejections', request: { query }, csv: true }}
        class="flush"
      >
        <Loaded of={rejections} height="24rem">
          {({ data, total }) => (
            <DataTable<Rejection>
              caption={words.rejections}
              rows={data}
              keyOf={({ id }) => id}
              onOpen={setOpen}
              empty={<Empty title={words.noRejections}>{words.noRejectionsText}</Empty>}
              foot={<Pager page={page} limit={LIMIT} total={total} onPage={(page) => change({ page })} />}
              columns={[
                { key: 'at', head: words.receivedAt, cell: (row) => moment(row.received_at, time_zone) },
                {
                  key: 'feed',
                  head: words.feed,
                  cell: (row) => <Link to={`/feeds/${row.feed}`}>{titleOf(row.feed)}</Link>,
                },
                {
                  key: 'key',
                  head: words.recordKey,
                  wide: true,
                  cell: ({ key }) => (
                    <span class="cut mono" dir="auto">
                      {key ?? '–'}
                    </span>
                  ),
                },
                {
                  key: 'error',
                  head: words.error,
                  cell: ({ error }) => (
                    <span class="wraps long" dir="auto">
                      {error}
                    </span>
                  ),
                },
                {
                  key: 'record',
                  head: words.record,
                  cell: (row) => (
                    <button type="button" class="button small" onClick={() => setOpen(row)}>
                      {words.showRecord}
                    </button>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Panel>
      <Dialog
        title={words.recordOf(open?.key ?? '')}
        open={open !== null}
        onClose={() => setOpen(null)}
        form="side"
      >
        {open && (
          <>
            <p class="wrong" dir="auto">
              {open.error}
            </p>
            <p class="hint">
              {words.place(open.index)} · {moment(open.received_at, time_zone)}
            </p>
            <JsonView label={words.recordAsSent} value={open.record} />
          </>
        )}
      </Dialog>
    </Page>
  )
}
