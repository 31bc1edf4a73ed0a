import { useRoute } from 'preact-iso/router'
import { tagOf } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { moment } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
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
import { SPANS, type Span, spanOptions, useFrom } from './spans.ts'
import { nameOf, StatusBadge, type Subscription } from './status.tsx'
import { words } from './words.ts'

/** One subscription: what has arrived, its attempts, and what can be done. */
export default function WebhookPage() {
  const { id: written } = useRoute().params as { id: string }
  const id = Number(written)
  const webhook = useRead('/api/webhooks/{id}', { path: { id } })
  const { may } = useMe()
  const above = <Link to="/webhooks">{words.webhooks}</Link>
  if (!webhook.data)
    return (
      <Page title={words.webhooks} above={above}>
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
  const [{ span }, change] = useUrlState({ span: oneOf(Object.keys(SPANS) as Span[], 'day') })
  const { id } = webhook
  const from = useFrom(span)
  return (
    <>
      <div class="grid">
        <Panel
          title={words.arrivals}
          class="two-thirds"
          source={{ path: '/api/webhooks/{id}/health', request: { path: { id }, query: { from } } }}
          aside={
            <select
              aria-label={words.span}
              value={span}
              onChange={(event) => change({ span: event.currentTarget.value as Span })}
            >
              {spanOptions.map(([value, name]) => (
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
          title={words.settings}
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
  const {
    url,
    events,
    seller_codes,
    key_id,
    previous_key_until,
    timeout_ms,
    headers,
    created_at,
    disabled_reason,
  } = webhook
  const facts: [string, preact.ComponentChildren][] = [
    [words.url, <span class="mono">{url}</span>],
    [words.events, eventsOf(events)],
    [words.sellers, seller_codes ? seller_codes.join(', ') : words.all],
    [
      words.key,
      <>
        <span class="mono">{key_id ?? '–'}</span>
        {previous_key_until && (
          <span class="hint"> {words.previousKey(moment(previous_key_until, time_zone))}</span>
        )}
      </>,
    ],
    [words.timeout, words.ms(timeout_ms)],
    ...(Object.keys(headers).length > 0
      ? [
          [
            words.headers,
            Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join(', '),
          ] as [string, string],
        ]
      : []),
    [words.since, moment(created_at, time_zone)],
    ...(disabled_reason ? [[words.disabled, disabled_reason] as [string, string]] : []),
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd dir="auto">{value}</dd>
        </>
      ))}
    </dl>
  )
}
