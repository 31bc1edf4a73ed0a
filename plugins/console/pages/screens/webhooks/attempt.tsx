import { useRoute } from 'preact-iso/router'
import { useRead, useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { moment } from '../../logic/format.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { JsonView, parsed } from '../../parts/json-view.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { Signature } from './signature.tsx'
import { AttemptBadge } from './status.tsx'
import { words } from './words.ts'

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
      toast(words.redelivered)
      go(`/webhooks/${attempt.data?.subscription_id}`)
    },
  })
  return (
    <Page
      title={attempt.data?.event_type ?? words.attempt(1)}
      above={
        <>
          <Link to="/webhooks">{words.webhooks}</Link>
          {attempt.data && (
            <>
              <span aria-hidden="true">/</span>
              <Link to={`/webhooks/${attempt.data.subscription_id}`}>
                {words.subscription} {attempt.data.subscription_id}
              </Link>
            </>
          )}
        </>
      }
      actions={
        attempt.data &&
        may('webhooks.write') && (
          <button
            type="button"
            class="button"
            disabled={redelivery.isPending}
            onClick={() => redelivery.mutate(request)}
          >
            {words.doRedeliver}
          </button>
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
        title={words.explanation}
        source={{ path: '/api/webhooks/logs/{id}', request: { path: { id } } }}
        aside={<AttemptBadge status={detail.status} />}
      >
        <div class="stack">
          <p class="lead-strong">{detail.explanation}</p>
          <dl class="facts">
            <dt>{words.when}</dt>
            <dd>
              {moment(detail.attempted_at, time_zone)} · {words.ms(detail.duration_ms)}
            </dd>
            <dt>{words.url}</dt>
            <dd class="mono">{detail.url}</dd>
            {detail.delivery && (
              <>
                <dt>{words.delivery}</dt>
                <dd>
                  <AttemptBadge status={detail.delivery.status} />
                </dd>
              </>
            )}
          </dl>
        </div>
      </Panel>
      <Panel title={words.signature}>
        <Signature signed={detail.signed} />
      </Panel>
      <div class="grid">
        <Panel title={words.request} class="half">
          <Message name={words.request} headers={request_headers} body={request_body} />
        </Panel>
        <Panel title={`${words.response}: ${response_status ?? words.noAnswer}`} class="half">
          <Message name={words.response} headers={response_headers ?? {}} body={response_body ?? ''} />
        </Panel>
      </div>
      <Panel title={words.others} class="flush">
        <DataTable
          caption={words.others}
          rows={detail.attempts}
          keyOf={(one) => one.id}
          columns={[
            {
              key: 'when',
              head: words.when,
              cell: (one) => (
                <Link to={`/webhooks/attempts/${one.id}`} aria-current={one.id === id ? 'page' : undefined}>
                  {words.attempt(one.attempt)} · {moment(one.attempted_at, time_zone)}
                </Link>
              ),
            },
            { key: 'status', head: words.status, cell: (one) => <AttemptBadge status={one.status} /> },
            {
              key: 'answer',
              head: words.answer,
              cell: (one) => (
                <span class="wraps long" dir="auto">
                  {one.reason}
                </span>
              ),
            },
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
      <p class="hint">{words.emptyBody}</p>
    ) : (
      <JsonView label={`${name}: ${words.body}`} value={parsed(body)} />
    )}
  </div>
)
