import { useRoute } from 'preact-iso/router'
import { tagOf } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { count, moment } from '../../logic/format.ts'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { Actions } from './actions.tsx'
import { Attempts } from './attempts.tsx'
import { eventsOf } from './event-types.ts'
import { Health } from './health.tsx'
import { SPAN, SPAN_NAMES, type Span, useFrom } from './spans.ts'
import { nameOf, StatusBadge, type Subscription } from './status.tsx'

/** One subscription: what has arrived, its attempts, and what can be done. */
export default function WebhookPage() {
  const { id: written } = useRoute().params as { id: string }
  const id = Number(written)
  const webhook = useRead('/api/webhooks/{id}', { path: { id } })
  const { may } = useMe()
  const above = <Link to="/webhooks">Webhooks</Link>
  if (!webhook.data)
    return (
      <Page title="Webhooks" above={above}>
        <Loaded of={webhook} height="30rem">
          {() => null}
        </Loaded>
      </Page>
    )
  return (
    <Page
      title={nameOf(webhook.data)}
      above={
        <>
          {above} <StatusBadge of={webhook.data} />
        </>
      }
      actions={may('webhooks.write') && <Actions webhook={webhook.data} tag={tagOf(webhook.data)} />}
    >
      <Parts webhook={webhook.data} />
    </Page>
  )
}

function Parts({ webhook }: { webhook: Subscription }) {
  const [{ span }, change] = useUrlState(SPAN)
  const { id } = webhook
  const from = useFrom(span)
  return (
    <>
      <div class="grid">
        <Panel
          title="Delivered"
          class="two-thirds"
          source={{ path: '/api/webhooks/{id}/health', request: { path: { id }, query: { from } } }}
          aside={
            <select
              aria-label="Time span"
              value={span}
              onChange={(event) => change({ span: event.currentTarget.value as Span })}
            >
              {Object.entries(SPAN_NAMES).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          }
        >
          <Health id={id} span={span} failedAttempts={webhook.failed_attempts} />
        </Panel>
        <Panel
          title="Settings"
          class="third"
          source={{ path: '/api/webhooks/{id}', request: { path: { id } } }}
        >
          <Settings webhook={webhook} />
        </Panel>
      </div>
      <Attempts id={id} />
    </>
  )
}

function Settings({ webhook }: { webhook: Subscription }) {
  const { time_zone } = useMe()
  const { url, events, seller_codes, key_id, previous_key_until, timeout_ms, created_at } = webhook
  const sent = Object.entries(webhook.headers)
  return (
    <Facts
      of={[
        ['Address', <span class="mono">{url}</span>],
        ['Events', eventsOf(events)],
        ['Sellers', seller_codes ? seller_codes.join(', ') : 'all'],
        [
          'Secret',
          <>
            <span class="mono">{key_id ?? '–'}</span>
            {previous_key_until && (
              <span class="hint">{` the one before signs too until ${moment(previous_key_until, time_zone)}`}</span>
            )}
          </>,
        ],
        ['Time limit', `${count(Math.round(timeout_ms))} ms`],
        sent.length > 0 && ['Headers', sent.map(([name, value]) => `${name}: ${value}`).join(', ')],
        ['Since', moment(created_at, time_zone)],
        webhook.disabled_reason && ['Disabled', webhook.disabled_reason],
      ]}
    />
  )
}
