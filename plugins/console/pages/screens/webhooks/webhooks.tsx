import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { eventsOf } from './event-types.ts'
import { HealthLine } from './health.tsx'
import { NewSubscription } from './new-subscription.tsx'
import { SPANS, type Span, spanOptions } from './spans.ts'
import { nameOf, StatusBadge, type Subscription } from './status.tsx'
import { words } from './words.ts'

const LIMIT = 50

/** Who is told of events, and whether all has arrived. */
export default function Webhooks() {
  const [{ page, span }, change] = useUrlState({
    page: number(1),
    span: oneOf(Object.keys(SPANS) as Span[], 'day'),
  })
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null)
  const { may } = useMe()
  const go = useGo()
  const request = { query: { page, limit: LIMIT } }
  const webhooks = useRead('/api/webhooks', request, { keep: true })
  function finish() {
    setMade(null)
    if (made) go(`/webhooks/${made.id}`)
  }
  return (
    <Page
      title={words.webhooks}
      actions={
        <>
          {may('events.read') && (
            <Link class="button" to="/webhooks/events">
              {words.feed}
            </Link>
          )}
          {may('webhooks.write') && (
            <button type="button" class="button primary" onClick={() => setNew(true)}>
              <Icon name="plus" />
              {words.newOne}
            </button>
          )}
        </>
      }
    >
      <div class="filters">
        <SelectField
          label={words.span}
          value={span}
          onValue={(span) => change({ span: span as Span })}
          options={spanOptions}
        />
      </div>
      <Panel title={words.webhooks} source={{ path: '/api/webhooks', request, csv: true }} class="flush">
        <Loaded of={webhooks} height="16rem">
          {({ data, total }) => (
            <DataTable<Subscription>
              caption={words.webhooks}
              rows={data}
              keyOf={({ id }) => id}
              onOpen={({ id }) => go(`/webhooks/${id}`)}
              empty={<Empty title={words.none}>{words.noneText}</Empty>}
              foot={
                total > LIMIT && (
                  <Pager page={page} limit={LIMIT} total={total} onPage={(page) => change({ page })} />
                )
              }
              columns={[
                {
                  key: 'name',
                  head: words.name,
                  cell: (row) => (
                    <Link class="wraps" to={`/webhooks/${row.id}`} dir="auto">
                      {nameOf(row)}
                    </Link>
                  ),
                },
                { key: 'status', head: words.status, cell: (row) => <StatusBadge of={row} /> },
                {
                  key: 'arrivals',
                  head: words.arrivals,
                  cell: ({ id }) => <HealthLine id={id} span={span} />,
                },
                {
                  key: 'events',
                  head: words.events,
                  wide: true,
                  cell: ({ events }) => <span class="wraps">{eventsOf(events)}</span>,
                },
                {
                  key: 'url',
                  head: words.url,
                  wide: true,
                  cell: ({ url }) => <span class="cut mono">{url}</span>,
                },
              ]}
            />
          )}
        </Loaded>
      </Panel>
      <Dialog title={words.newOne} open={isNew} onClose={() => setNew(false)} form="side">
        <NewSubscription
          onMade={(answer) => {
            setNew(false)
            setMade(answer)
          }}
          onCancel={() => setNew(false)}
        />
      </Dialog>
      <SecretOnce
        title={words.secretTitle}
        label={words.secret}
        secret={made?.secret}
        note={words.secretText}
        onClose={finish}
      />
    </Page>
  )
}
