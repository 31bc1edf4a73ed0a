import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment } from '../../logic/format.ts'
import { number, text } from '../../logic/url-state.ts'
import { Opener } from '../../parts/button.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { Filters } from '../../parts/forms/filters.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { Text } from '../../parts/text.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'

type Rejection = Answer<'GET', '/api/sync/rejections'>['data'][number]

const DAY = /^\d{4}-\d{2}-\d{2}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Records that were not stored, and why. */
export default function Rejections() {
  const [values, change] = useUrlState({
    feed: text(),
    push_id: text(),
    from: text(),
    to: text(),
    page: number(1),
  })
  const { feed, push_id, from, to } = values
  const [open, setOpen] = useState<Rejection | null>(null)
  const { time_zone } = useMe()
  const feeds = useRead('/api/sync/feeds')
  const known = feeds.data?.data ?? []
  const titleOf = (name: string) => known.find((one) => one.feed === name)?.title ?? name
  const query = {
    feed: (feed || undefined) as Rejection['feed'] | undefined,
    push_id: UUID.test(push_id) ? push_id : undefined,
    from: DAY.test(from) ? from : undefined,
    to: DAY.test(to) ? to : undefined,
  }
  return (
    <Page title="Rejections" above={<Link to="/feeds">Feeds</Link>}>
      <Filters
        values={values}
        change={change}
        fields={[
          {
            name: 'feed',
            label: 'Feed',
            options: [['', 'All feeds'], ...known.map((one): [string, string] => [one.feed, one.title])],
          },
          { name: 'push_id', label: 'Push', placeholder: 'Id that its answer names', type: 'text' },
          { name: 'from', label: 'From', type: 'date' },
          { name: 'to', label: 'To', type: 'date' },
        ]}
      />
      <RecordList
        title="Rejections"
        path="/api/sync/rejections"
        request={{ query }}
        whole={{ query }}
        height="24rem"
        keyOf={({ id }) => id}
        onOpen={setOpen}
        none="Nothing was rejected"
        hint="Records that the service could not store stand here, with the reason, for as long as they are kept."
        columns={[
          { head: 'Received', cell: (row) => moment(row.received_at, time_zone) },
          { head: 'Feed', cell: (row) => <Link to={`/feeds/${row.feed}`}>{titleOf(row.feed)}</Link> },
          { head: 'Key', wide: true, cell: ({ key }) => <Text class="cut mono">{key ?? '–'}</Text> },
          { head: 'What is wrong', cell: ({ error }) => <Text class="wraps long">{error}</Text> },
          {
            head: 'Record',
            cell: (row) => (
              <Opener class="small" onClick={() => setOpen(row)}>
                Show the record
              </Opener>
            ),
          },
        ]}
      />
      <Dialog
        title={`Rejected record ${open?.key ?? ''}`}
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
              {placeOf(open)} · {moment(open.received_at, time_zone)}
              {open.push_id && (
                <>
                  {' · '}
                  <Link to={`/feeds/rejections?push_id=${open.push_id}`}>All of its push</Link>
                </>
              )}
            </p>
            <JsonView label="As it was sent" value={open.record} />
          </>
        )}
      </Dialog>
    </Page>
  )
}

/** People count from 1, as lines do. */
const placeOf = ({ line, index }: Rejection) =>
  line === null ? `Record ${count(index + 1)} of its push` : `Line ${count(line)} of its file`
