import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { $api } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { Actions } from '../../records/actions.tsx'
import { type Action, type RecordKind, referredKind } from '../../records/declared.ts'
import { Details } from '../../records/details.tsx'
import { RecordList, whereIs } from '../../records/record-list.tsx'
import { Asked } from '../../ui/asked.tsx'
import { plural, textOf } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'

const EVERY_MS = 10_000
const KIND = referredKind('webhooks')

const one = (id: number) => ({ params: { path: { id } } })
const health = (id: number) =>
  $api.queryOptions('get', '/api/webhooks/{id}/health', one(id), { refetchInterval: EVERY_MS })

/** Whether a subscriber gets all that it should, and what can be done where it does not. */
export function Webhook() {
  const { id } = useParams({ from: '/webhooks/$id' })
  const found = useQuery($api.queryOptions('get', '/api/webhooks/{id}', one(Number(id))))
  const state = useQuery(health(Number(id))).data
  const navigate = useNavigate()
  const [deed, setDeed] = useState<Action>()
  const list = { to: '/records/$path', params: { path: KIND.path } } as const
  const attempts: RecordKind = referredKind('attempts')
  return (
    <Page
      title={found.data ? (found.data.name ?? found.data.url) : 'Webhook'}
      trail={<Link {...list}>{KIND.many}</Link>}
      verdict={found.data && state && verdict(found.data, state)}
    >
      <Asked query={found} rows={6}>
        {(row) => (
          <>
            <Actions
              kind={KIND}
              row={row}
              chosen={deed}
              onChoose={setDeed}
              onEnded={() => void navigate(list)}
            />
            <Section
              title="Deliveries"
              aside={
                <Link to="/records/$path" params={{ path: attempts.path }} search={{ subscription_id: id }}>
                  Search all of them
                </Link>
              }
            >
              <RecordList kind={attempts} search={{ subscription_id: id }} />
            </Section>
            <Section
              title="What it wants"
              aside={<Link {...whereIs({ ...KIND, page: undefined }, id)}>See or change it</Link>}
            >
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
  { status, failing_since, disabled_reason }: Schemas['WebhookSubscription'],
  { events, delivered, missing, from, attempts: { p50_ms } }: Schemas['WebhookHealth'],
) {
  const arrived =
    events === 0
      ? `Nothing that it wants to know has happened since ${textOf(from)}.`
      : missing > 0
        ? `Since ${textOf(from)}, ${plural(missing, 'event')} of ${events} did not arrive.`
        : `Since ${textOf(from)}, ${plural(delivered, 'event')} arrived${p50_ms === null ? '' : `, mostly within ${plural(Math.ceil(p50_ms), 'millisecond')}`}; nothing is missing.`
  return [
    status === 'paused' && 'Paused: nothing is delivered.',
    status === 'disabled' && (disabled_reason ?? 'It was switched off.'),
    failing_since && `Every attempt has failed since ${textOf(failing_since)}.`,
    arrived,
  ]
    .filter(Boolean)
    .join(' ')
}
