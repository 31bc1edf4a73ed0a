import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { Actions } from '../../records/actions.tsx'
import { type Action, kindOf, type RecordKind } from '../../records/declared.ts'
import { Details } from '../../records/details.tsx'
import { Asked } from '../../ui/asked.tsx'
import { plural, textOf } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Attempts } from './attempts.tsx'
import { health, subscription } from './data.ts'
import { ReplayDialog } from './replay.tsx'

const KIND = kindOf('webhooks') as RecordKind

/** Whether a subscriber gets all that it should, and what can be done where it does not. */
export function Webhook() {
  const id = Number(useParams({ from: '/webhooks/$id' }).id)
  const { status, page } = useSearch({ from: '/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const found = useQuery(subscription(id))
  const state = useQuery(health(id)).data
  const mayWrite = useMay('webhooks.write')
  const [deed, setDeed] = useState<Action>()
  const [isReplaying, setReplaying] = useState(false)

  return (
    <Page
      title={found.data ? (found.data.name ?? found.data.url) : 'Webhook'}
      trail={
        <>
          <Link to="/settings">Settings</Link> /{' '}
          <Link to="/records/$path" params={{ path: 'webhooks' }}>
            Webhooks
          </Link>
        </>
      }
      verdict={found.data && state && verdict(found.data, state)}
    >
      <Asked query={found} rows={6}>
        {(row) => (
          <>
            <Stack gap="xs">
              <Actions
                kind={KIND}
                row={row}
                chosen={deed}
                onChoose={setDeed}
                onEnded={() => void navigate({ to: '/records/$path', params: { path: 'webhooks' } })}
              >
                {mayWrite && (
                  <>
                    <Button variant="default" onClick={() => setReplaying(true)}>
                      Replay…
                    </Button>
                    <Button
                      variant="default"
                      onClick={() =>
                        void navigate({
                          to: '/records/$path',
                          params: { path: 'webhooks' },
                          search: { open: String(id) },
                        })
                      }
                    >
                      Change
                    </Button>
                  </>
                )}
              </Actions>
            </Stack>
            <Section
              title="Attempts"
              aside={
                <SegmentedControl
                  size="xs"
                  aria-label="Which attempts"
                  value={String(status ?? '')}
                  onChange={(next) => void navigate({ search: { status: next || undefined } })}
                  data={[
                    { value: '', label: 'All' },
                    { value: 'delivered', label: 'Delivered' },
                    { value: 'failed', label: 'Failed' },
                  ]}
                />
              }
            >
              <Attempts id={id} status={status as string} page={page} />
            </Section>
            <Section title="What it is sent">
              <Details kind={KIND} row={row} />
            </Section>
            {isReplaying && <ReplayDialog id={id} onClose={() => setReplaying(false)} />}
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
      ? `Nothing has happened since ${textOf(from)} that it wants to know.`
      : missing === 0
        ? `${delivered === 1 ? 'The one event' : `All ${plural(delivered, 'event')}`} since ${textOf(from)} arrived${p50_ms === null ? '' : `, mostly within ${plural(Math.ceil(p50_ms), 'millisecond')}`}.`
        : `${plural(missing, 'event')} of ${events} since ${textOf(from)} did not arrive.`
  return [
    status === 'paused' && 'Paused: nothing is delivered.',
    status === 'disabled' && (disabled_reason ?? 'It was switched off.'),
    failing_since && `Every attempt has failed since ${textOf(failing_since)}.`,
    arrived,
  ]
    .filter(Boolean)
    .join(' ')
}
