import { useState } from 'preact/hooks'
import { Opener } from '../../parts/button.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { Filters } from '../../parts/forms/filters.tsx'
import { SecretOnce } from '../../parts/forms/secret-once.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { RETRY_HOURS } from '../../service.ts'
import { eventsOf } from './event-types.ts'
import { HealthLine } from './health.tsx'
import { NewSubscription } from './new-subscription.tsx'
import { SPAN, SPAN_NAMES } from './spans.ts'
import { nameOf, SECRET_TEXT, StatusBadge } from './status.tsx'

/** Who is told of events, and whether all has arrived. */
export default function Webhooks() {
  const [values, change] = useUrlState(SPAN)
  const { span } = values
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null)
  const { may } = useMe()
  const go = useGo()
  function finish() {
    setMade(null)
    if (made) go(`/webhooks/${made.id}`)
  }
  return (
    <Page
      title="Webhooks"
      actions={
        <>
          {may('events.read') && (
            <Link class="button" to="/webhooks/events">
              Event feed
            </Link>
          )}
          {may('webhooks.write') && (
            <Opener class="primary" onClick={() => setNew(true)} icon="plus">
              New subscription
            </Opener>
          )}
        </>
      }
    >
      <Filters
        values={values}
        change={change}
        fields={[{ name: 'span', label: 'Time span', options: Object.entries(SPAN_NAMES) }]}
      />
      <RecordList
        title="Webhooks"
        path="/api/webhooks"
        height="16rem"
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/webhooks/${id}`)}
        none="No subscriptions yet"
        hint={`A subscription posts every event to an address of yours: signed, retried for ${RETRY_HOURS} hours, each attempt in a log.`}
        columns={[
          {
            head: 'Name',
            cell: (row) => (
              <Link class="wraps" to={`/webhooks/${row.id}`} dir="auto">
                {nameOf(row)}
              </Link>
            ),
          },
          { head: 'Status', cell: (row) => <StatusBadge of={row} /> },
          { head: 'Delivered', cell: ({ id }) => <HealthLine id={id} span={span} /> },
          { head: 'Events', wide: true, cell: ({ events }) => <span class="wraps">{eventsOf(events)}</span> },
          { head: 'Address', wide: true, cell: ({ url }) => <span class="cut mono">{url}</span> },
        ]}
        isShort
      />
      <Dialog title="New subscription" open={isNew} onClose={() => setNew(false)} form="side">
        <NewSubscription
          onMade={(answer) => {
            setNew(false)
            setMade(answer)
          }}
          onCancel={() => setNew(false)}
        />
      </Dialog>
      <SecretOnce
        title="The signing secret"
        label="Secret"
        secret={made?.secret}
        note={SECRET_TEXT}
        onClose={finish}
      />
    </Page>
  )
}
