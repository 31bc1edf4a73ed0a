import { Alert } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { $api, type Schemas } from '../../api/client.ts'
import { Actions } from '../../records/actions.tsx'
import { kindOf } from '../../records/declared.ts'
import { Details } from '../../records/details.tsx'
import { inDrawer, RecordList, trailOf } from '../../records/record-list.tsx'
import { plural, textOf } from '../../ui/format.ts'
import { Asked, Page, Section } from '../../ui/page.tsx'

const EVERY_MS = 10_000
const KIND = kindOf('webhooks')
/** What was just sent is attempted a moment later. */
const ATTEMPTS = { ...kindOf('attempts'), everyMs: 3_000 }

/** Whether a subscriber gets all that it should, and what can be done where it does not. */
export function Webhook() {
  const { id } = useParams({ from: '/webhooks/$id' })
  const one = { params: { path: { id: Number(id) } } }
  const found = $api.useQuery('get', '/api/webhooks/{id}', one)
  const { data: state } = $api.useQuery('get', '/api/webhooks/{id}/health', one, {
    refetchInterval: EVERY_MS,
  })
  const navigate = useNavigate()
  const list = { to: '/records/$path', params: { path: KIND.path } } as const
  return (
    <Page
      title={found.data ? (found.data.name ?? found.data.url) : 'Webhook'}
      trail={trailOf(KIND, true)}
      verdict={found.data && state && verdict(found.data, state)}
    >
      <Asked query={found} rows={6} isSubject>
        {(row) => (
          <>
            {(row.failing_since || row.status === 'disabled') && (
              <Alert
                color="red"
                title={row.status === 'disabled' ? 'It was switched off' : 'Nothing arrives'}
              >
                {row.disabled_reason ?? `Every attempt has failed since ${textOf(row.failing_since)}.`}
              </Alert>
            )}
            <Actions kind={KIND} row={row} onEnded={() => navigate(list)} />
            <Section
              title="Messages"
              aside={
                <Link to="/records/$path" params={{ path: ATTEMPTS.path }} search={{ subscription_id: id }}>
                  Search all of them
                </Link>
              }
            >
              <RecordList kind={ATTEMPTS} search={{ subscription_id: id }} />
            </Section>
            <Section title="Settings" aside={<Link {...inDrawer(KIND.path, id)}>Change the webhook</Link>}>
              <Details kind={KIND} row={row} />
            </Section>
          </>
        )}
      </Asked>
    </Page>
  )
}

/** Does everything arrive? In a sentence or two. */
function verdict(
  { status, created_at, failing_since }: Schemas['WebhookSubscription'],
  { events, delivered, missing, from, attempts: { p50_ms } }: Schemas['WebhookHealth'],
) {
  const begin = textOf(from < created_at ? created_at : from)
  const arrived =
    events === 0
      ? !failing_since && `None of its events has happened since ${begin}.`
      : missing > 0
        ? `Since ${begin}, ${plural(missing, 'event')} of ${events} did not arrive.`
        : `Since ${begin}, ${plural(delivered, 'event')} arrived${p50_ms === null ? '' : `, mostly within ${plural(Math.ceil(p50_ms), 'millisecond')}`}; nothing is missing.`
  return [status === 'paused' && 'Paused: nothing is delivered.', arrived].filter(Boolean).join(' ')
}
