import { useRoute } from 'preact-iso/router'
import { useRead, useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment } from '../../logic/format.ts'
import { Button } from '../../parts/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Facts } from '../../parts/facts.tsx'
import { JsonView, parsed } from '../../parts/json-view.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Text } from '../../parts/text.tsx'
import { toast } from '../../parts/toasts.tsx'
import { Signature } from './signature.tsx'
import { AttemptBadge } from './status.tsx'

const OTHERS = 'All attempts of the event at this subscription'

type Detail = Answer<'GET', '/api/webhooks/logs/{id}'>

/** One attempt: what was sent and signed, what was answered, what follows. */
export default function AttemptPage() {
  const { id } = useRoute().params as { id: string }
  const request = { path: { id: Number(id) } }
  const attempt = useRead('/api/webhooks/logs/{id}', request)
  const { may } = useMe()
  const go = useGo()
  const redelivery = useSend('POST', '/api/webhooks/logs/{id}/redeliver', {
    changes: ['/api/webhooks'],
    onDone: () => {
      toast('The event is being delivered again.')
      go(`/webhooks/${attempt.data?.subscription_id}`)
    },
  })
  return (
    <Page
      title={attempt.data?.event_type ?? `Attempt ${count(1)}`}
      above={
        <>
          <Link to="/webhooks">Webhooks</Link>
          {attempt.data && (
            <>
              <span aria-hidden="true">/</span>
              <Link to={`/webhooks/${attempt.data.subscription_id}`}>
                Subscription {attempt.data.subscription_id}
              </Link>
            </>
          )}
        </>
      }
      actions={
        attempt.data &&
        may('webhooks.write') && (
          <Button disabled={redelivery.isPending} onClick={() => redelivery.mutate(request)}>
            Deliver again
          </Button>
        )
      }
    >
      {redelivery.error && <Problem error={redelivery.error} />}
      <Loaded of={attempt} height="40rem">
        {(detail) => <Parts detail={detail} />}
      </Loaded>
    </Page>
  )
}

function Parts({ detail }: { detail: Detail }) {
  const { time_zone } = useMe()
  const { id, request_headers, request_body, response_headers, response_body, response_status } = detail
  return (
    <>
      <Panel
        title="What happened"
        source={{ path: '/api/webhooks/logs/{id}', request: { path: { id } } }}
        aside={<AttemptBadge status={detail.status} />}
      >
        <div class="stack">
          <p class="lead-strong">{detail.explanation}</p>
          <Facts
            of={[
              [
                'When',
                `${moment(detail.attempted_at, time_zone)} · ${count(Math.round(detail.duration_ms))} ms`,
              ],
              ['Address', <span class="mono">{detail.url}</span>],
              detail.delivery && ['Delivery', <AttemptBadge status={detail.delivery.status} />],
            ]}
          />
        </div>
      </Panel>
      <Panel title="Signature">
        <Signature signed={detail.signed} />
      </Panel>
      <div class="grid">
        <Panel title="Request" class="half">
          <Message name="Request" headers={request_headers} body={request_body} />
        </Panel>
        <Panel title={`Response: ${response_status ?? 'no answer'}`} class="half">
          <Message name="Response" headers={response_headers ?? {}} body={response_body ?? ''} />
        </Panel>
      </div>
      <Panel title={OTHERS} class="flush">
        <DataTable
          caption={OTHERS}
          rows={detail.attempts}
          keyOf={(one) => one.id}
          columns={[
            {
              head: 'When',
              cell: (one) => (
                <Link to={`/webhooks/attempts/${one.id}`} aria-current={one.id === id ? 'page' : undefined}>
                  {`Attempt ${count(one.attempt)}`} · {moment(one.attempted_at, time_zone)}
                </Link>
              ),
            },
            { head: 'Status', cell: (one) => <AttemptBadge status={one.status} /> },
            { head: 'Answer', cell: (one) => <Text class="wraps long">{one.reason}</Text> },
          ]}
        />
      </Panel>
    </>
  )
}

interface MessageProps {
  name: string
  headers: Record<string, string>
  body: string
}

const Message = ({ name, headers, body }: MessageProps) => (
  <div class="stack">
    {Object.keys(headers).length > 0 && (
      <dl class="facts header-list">
        {Object.entries(headers).map(([header, value]) => (
          <>
            <dt key={header} class="mono">
              {header}
            </dt>
            <dd class="mono" dir="auto">
              {value}
            </dd>
          </>
        ))}
      </dl>
    )}
    {body === '' ? (
      <p class="hint">Without a body</p>
    ) : (
      <JsonView label={`${name}: Body`} value={parsed(body)} />
    )}
  </div>
)
