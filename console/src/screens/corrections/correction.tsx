import { Button, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, plural, points, textOf } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { correction, type Correction as Data, isWorkedOn } from './data.ts'
import { ApplyDialog, DecideDialog, type Decision } from './decide.tsx'
import { Sellers } from './sellers.tsx'

/** What a correction would do to a final month, and who has to agree. */
export function Correction() {
  const id = Number(useParams({ from: '/corrections/$id' }).id)
  const found = useQuery(correction(id))
  const [asked, setAsked] = useState<Decision | 'apply'>()
  const close = () => setAsked(undefined)
  return (
    <Page
      title={found.data ? `Correction of ${monthOf(found.data.period)}` : 'Correction'}
      trail={
        <>
          <Link to="/settings">Settings</Link> /{' '}
          <Link to="/records/$path" params={{ path: 'corrections' }}>
            Corrections
          </Link>
        </>
      }
      verdict={found.data && verdict(found.data)}
      actions={found.data && <Deeds found={found.data} onAsk={setAsked} />}
    >
      <Asked query={found} rows={6}>
        {(one) => (
          <>
            {isWorkedOn(one.status) && (
              <Progress
                value={(100 * one.batches_done) / Math.max(1, one.batches_total ?? 1)}
                animated
                aria-label="Progress"
              />
            )}
            <Text>
              {one.requested_by_name} asked on {textOf(one.created_at)}: “{one.reason}”.
              {one.decided_at &&
                ` ${one.decided_by_name} decided on ${textOf(one.decided_at)}${one.notes ? `: “${one.notes}”` : ''}.`}
            </Text>
            {one.found && one.changed ? (
              <Section
                title="Who comes out otherwise"
                aside={one.found.max_abs !== null && `${points(one.found.max_abs)} points at most`}
              >
                <Text py="xs" c="dimmed">
                  {ways(one.found.migration)}
                </Text>
                <Sellers id={id} period={one.period} />
              </Section>
            ) : null}
            {asked === 'apply' && <ApplyDialog found={one} onClose={close} />}
            {(asked === 'approve' || asked === 'reject') && (
              <DecideDialog found={one} decision={asked} onClose={close} />
            )}
          </>
        )}
      </Asked>
    </Page>
  )
}

/** Who asks applies what a trial has found, another person approves, and each can take it back. */
function Deeds({ found, onAsk }: { found: Data; onAsk: (asked: Decision | 'apply') => void }) {
  const { user } = useMe()
  if (!useMay('scores.write')) return null
  if (found.dry_run && found.status === 'computed' && found.changed)
    return <Button onClick={() => onAsk('apply')}>Apply it…</Button>
  if (found.status !== 'proposed') return null
  const isOwn = found.requested_by === user.id
  return (
    <>
      <Button variant="default" onClick={() => onAsk('reject')}>
        {isOwn ? 'Take it back…' : 'Reject…'}
      </Button>
      {!isOwn && <Button onClick={() => onAsk('approve')}>Approve…</Button>}
    </>
  )
}

/** How it stands, in a sentence or two. */
function verdict({ status, dry_run, changed, sellers, found, corrected, left_out, ...one }: Data) {
  const effect = changed
    ? `${plural(changed, 'score')} of ${sellers} ${changed === 1 ? 'comes' : 'come'} out otherwise: ${found?.up} higher, ${found?.down} lower, ${found?.tier_changes} in another tier.`
    : 'No score comes out otherwise.'
  if (status === 'failed') return one.error
  if (status === 'queued' || status === 'computing')
    return one.waiting_for ?? 'The scores of the month are computed again; nothing is changed yet.'
  if (status === 'applying') return one.waiting_for ?? 'The corrected scores are being written.'
  if (status === 'proposed') return `${effect} It waits for a second person.`
  if (status === 'rejected') return 'It was not applied. The scores stay as they were.'
  if (status === 'completed')
    return `${plural(corrected, 'score')} corrected.${left_out ? ` ${left_out} had changed meanwhile and ${left_out === 1 ? 'stays' : 'stay'} as it was.` : ''}`
  return dry_run ? `${effect} This was a trial: nothing is changed.` : effect
}

/** Who changes its tier, and how many go which way. */
const ways = (migration: NonNullable<Data['found']>['migration']) =>
  migration
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, count }) => `${count} from ${from} to ${to}`)
    .join(', ') || 'Everyone keeps its tier.'
