import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { asApiError } from '../../api/errors.ts'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment } from '../../logic/format.ts'
import { oneOf, text } from '../../logic/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/field.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { EventDeliveries } from './event-deliveries.tsx'
import { EVENT_TYPES } from './event-types.ts'
import { words } from './words.ts'

type Feed = Answer<'GET', '/api/events'>
type Event = {
  id: string
  type: string
  timestamp: string
  sequence: number | null
  data: Record<string, unknown>
}

const LIMIT = 100

/** The feed of all events, with what each says. */
export default function Events() {
  const [{ type, after }, change] = useUrlState({ type: oneOf(EVENT_TYPES, ''), after: text() })
  const [open, setOpen] = useState<Event | null>(null)
  const [isSeeking, setSeeking] = useState(false)
  const { may } = useMe()
  const query = { type: type || undefined, after: after || undefined, limit: LIMIT }
  const feed = useRead('/api/events', { query }, { keep: true })
  async function goToNewest() {
    setSeeking(true)
    try {
      change({ after: await newest(query) })
    } catch (error) {
      toast(asApiError(error).message, { failed: true })
    }
    setSeeking(false)
  }
  return (
    <Page title={words.feed} above={<Link to="/webhooks">{words.webhooks}</Link>}>
      <p class="lead">{words.eventsText}</p>
      <div class="filters">
        <SelectField
          label={words.eventType}
          value={type}
          onValue={(type) => change({ type: type as typeof query.type, after: '' })}
          options={[['', words.anyType], ...EVENT_TYPES.map((one): [string, string] => [one, one])]}
        />
      </div>
      <Panel title={words.feed} source={{ path: '/api/events', request: { query }, csv: true }} class="flush">
        <Loaded of={feed} height="30rem">
          {({ data, next }) => (
            <>
              <Rows data={data as Event[]} onOpen={setOpen} />
              <div class="pager">
                <button
                  type="button"
                  class="button small"
                  disabled={!after}
                  onClick={() => change({ after: '' })}
                >
                  {words.firstPage}
                </button>
                <button
                  type="button"
                  class="button small"
                  disabled={data.length < LIMIT}
                  onClick={() => change({ after: next })}
                >
                  {words.nextPage}
                </button>
                <button
                  type="button"
                  class="button small"
                  disabled={data.length < LIMIT || isSeeking}
                  aria-busy={isSeeking}
                  onClick={goToNewest}
                >
                  {words.toNewest}
                </button>
              </div>
            </>
          )}
        </Loaded>
      </Panel>
      <Dialog title={open?.type ?? ''} open={open !== null} onClose={() => setOpen(null)} form="side">
        {open && (
          <>
            <p class="faint mono small">{open.id}</p>
            <JsonView label={words.payload} value={open} />
            {may('webhooks.read') && <EventDeliveries id={open.id} />}
          </>
        )}
      </Dialog>
    </Page>
  )
}

/** Such a feed has 100,000 events: further than that nobody looks by hand. */
const MOST_PAGES = 1_000

/** The cursor of the last page. */
async function newest(query: {
  type?: Event['type'] | undefined
  after?: string | undefined
}): Promise<string> {
  let after = query.after ?? ''
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Feed = await send('GET', '/api/events', {
      query: { ...query, after: after || undefined, limit: LIMIT } as never,
    })
    if (page.data.length < LIMIT) break
    after = page.next
  }
  return after
}

function Rows({ data, onOpen }: { data: Event[]; onOpen: (event: Event) => void }) {
  const { time_zone } = useMe()
  return (
    <DataTable<Event>
      caption={words.feed}
      rows={data}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      empty={<Empty title={words.noEventsYet}>{words.noEventsText}</Empty>}
      columns={[
        { key: 'when', head: words.when, cell: ({ timestamp }) => moment(timestamp, time_zone) },
        { key: 'type', head: words.eventType, cell: ({ type }) => type },
        { key: 'about', head: words.about, wide: true, cell: ({ data }) => <About data={data} /> },
        {
          key: 'number',
          head: words.sequence,
          numeric: true,
          wide: true,
          cell: ({ sequence }) => count(sequence),
        },
        {
          key: 'open',
          head: words.payload,
          cell: (event) => (
            <button
              type="button"
              class="button small"
              aria-label={`${words.open}: ${event.type} ${event.id}`}
              onClick={() => onOpen(event)}
            >
              {words.open}
            </button>
          ),
        },
      ]}
    />
  )
}

/** The seller that an event is about, as a link. */
function About({ data: { seller_code, company_name } }: Pick<Event, 'data'>) {
  if (typeof seller_code !== 'string') return <span class="faint">–</span>
  return (
    <Link class="cut" dir="auto" to={`/sellers/${encodeURIComponent(seller_code)}`}>
      {typeof company_name === 'string' ? company_name : seller_code}
    </Link>
  )
}
