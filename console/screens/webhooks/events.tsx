import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment } from '../../logic/format.ts'
import { oneOf, text } from '../../logic/url-state.ts'
import { Button, Opener } from '../../parts/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { Filters } from '../../parts/forms/filters.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { toastError } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { AttemptTable } from './attempts.tsx'
import { ANY_TYPE, EVENT_TYPES } from './event-types.ts'

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
    await newest(query).then((after) => change({ after }), toastError)
    setSeeking(false)
  }
  return (
    <Page title="Event feed" above={may('webhooks.read') && <Link to="/webhooks">Webhooks</Link>}>
      <p class="lead">
        Every event, once and in one order, the oldest first: as GET /api/events gives it to whoever missed a
        webhook.
      </p>
      <Filters
        values={{ type }}
        change={change}
        page="after"
        fields={[{ name: 'type', label: 'Type of event', options: ANY_TYPE }]}
      />
      <Panel title="Event feed" source={{ path: '/api/events', request: { query }, csv: true }} class="flush">
        <Loaded of={feed} height="30rem">
          {({ data, next }) => (
            <>
              <Rows data={data as Event[]} onOpen={setOpen} />
              <div class="pager">
                <Button class="small" disabled={!after} onClick={() => change({ after: '' })}>
                  From the beginning
                </Button>
                <Button class="small" disabled={data.length < LIMIT} onClick={() => change({ after: next })}>
                  Newer
                </Button>
                <Button class="small" disabled={data.length < LIMIT} busy={isSeeking} onClick={goToNewest}>
                  To the newest
                </Button>
              </div>
            </>
          )}
        </Loaded>
      </Panel>
      <Dialog title={open?.type ?? ''} open={open !== null} onClose={() => setOpen(null)} form="side">
        {open && (
          <>
            <p class="faint mono small">{open.id}</p>
            <JsonView label="Payload" value={open} />
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
      caption="Event feed"
      rows={data}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      empty={
        <Empty title="No events here">
          Events come with finalized scores, decided appeals, surcharges and finished runs. At the end of the
          feed, newer ones will stand here.
        </Empty>
      }
      columns={[
        { head: 'When', cell: ({ timestamp }) => moment(timestamp, time_zone) },
        { head: 'Type of event', cell: ({ type }) => type },
        { head: 'About', wide: true, cell: ({ data }) => <About data={data} /> },
        { head: 'Sequence', numeric: true, wide: true, cell: ({ sequence }) => count(sequence) },
        {
          head: 'Payload',
          cell: (event) => (
            <Opener
              class="small"
              aria-label={`Show: ${event.type} ${event.id}`}
              onClick={() => onOpen(event)}
            >
              Show
            </Opener>
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
    <Link class="cut" dir="auto" to={sellerPath(seller_code)}>
      {typeof company_name === 'string' ? company_name : seller_code}
    </Link>
  )
}

/** To whom an event was posted, and what came of it. */
function EventDeliveries({ id }: { id: string }) {
  const log = useRead('/api/webhooks/logs', { query: { event_id: id, limit: 50 } })
  return (
    <section class="stack">
      <h3>Deliveries of this event</h3>
      <Loaded of={log} height="4rem">
        {({ data }) =>
          data.length === 0 ? (
            <p class="hint">It was not posted to anybody.</p>
          ) : (
            <AttemptTable attempts={data} />
          )
        }
      </Loaded>
    </section>
  )
}
