import { Progress, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { $api, type Schemas } from '../../api/client.ts'
import { Actions } from '../../records/actions.tsx'
import { kindOf } from '../../records/declared.ts'
import type { ListKind } from '../../records/kind.ts'
import { RecordList, trailOf } from '../../records/record-list.tsx'
import { Change } from '../../ui/dim.tsx'
import { monthOf, plural, points, textOf } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Asked, Page, Section } from '../../ui/page.tsx'
import { TierMove } from '../../ui/tier.tsx'

type Data = Schemas['CorrectionDetail']

const KIND = kindOf('corrections')
const SOON_MS = 1_500
const LATER_MS = 5_000

const isWorkedOn = (status?: Data['status']) => /queued|computing|applying/.test(String(status))

/** Each score that comes out otherwise: from what to what. */
const sellersOf = (id: string, period: string): ListKind => ({
  list: `/api/sos/monthly/corrections/${id}/sellers`,
  shape: 'CorrectedSeller',
  key: 'seller_code',
  columns: ['company_name', 'total_after', 'tier'],
  labels: { total_after: 'Total' },
  below: (row) =>
    Object.entries(row.components as Schemas['CorrectedSeller']['components'])
      .filter(([, { before, after }]) => before !== after)
      .map(([name, { before, after }]) => `${nameOf(name)} ${points(before)} → ${points(after)}`)
      .join(', '),
  shows: {
    total_after: (row) => <Change before={Number(row.total_before)} after={Number(row.total_after)} />,
    tier: (row) => <TierMove before={String(row.tier_before)} after={String(row.tier_after)} />,
  },
  page: { to: '/sellers/$code', by: 'seller_code', search: { period } },
})

/** What a correction would do to a final month, and who has to agree. */
export function Correction() {
  const { id } = useParams({ from: '/corrections/$id' })
  const found = $api.useQuery(
    'get',
    '/api/sos/monthly/corrections/{id}',
    { params: { path: { id: Number(id) } } },
    {
      refetchInterval: ({ state: { data } }) =>
        isWorkedOn(data?.status) ? SOON_MS : data?.status === 'proposed' && LATER_MS,
    },
  )
  const period = found.data?.period
  const others = $api.useQuery(
    'get',
    '/api/sos/monthly/corrections',
    { params: { query: { period, limit: 100 } } },
    { enabled: found.data?.status === 'computed' },
  )
  const later = others.data?.data.find(
    (one) => one.id > Number(id) && !one.dry_run && !/rejected|failed|computed/.test(one.status),
  )
  const [page, setPage] = useState(1)
  return (
    <Page
      title={found.data ? `Correction of ${monthOf(found.data.period)}` : 'Correction'}
      trail={trailOf(KIND, true)}
      verdict={found.data && verdict(found.data)}
    >
      <Asked query={found} rows={6} isSubject>
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
              {one.requested_by_name ?? 'The service'} asked on {textOf(one.created_at)}: “{one.reason}”
            </Text>
            {one.facts_only && <Text>Only late facts count; rules and exceptions stay as they were.</Text>}
            {one.decided_at && (
              <Text>
                {one.decided_by_name} {one.status === 'rejected' ? 'rejected' : 'approved'} it on{' '}
                {textOf(one.decided_at)}
                {one.notes && `: “${one.notes}”`}
              </Text>
            )}
            {later ? (
              <Text>
                It was proposed, or another one of the month was:{' '}
                <Link to="/corrections/$id" params={{ id: String(later.id) }}>
                  “{later.reason}”
                </Link>
              </Text>
            ) : (
              <Actions kind={KIND} row={one} />
            )}
            {one.found && one.changed ? (
              <Section title={one.status === 'completed' ? 'Whose score has changed' : 'Whose score changes'}>
                <RecordList kind={sellersOf(id, one.period)} search={{ page }} onPage={setPage} />
              </Section>
            ) : null}
          </>
        )}
      </Asked>
    </Page>
  )
}

/** How it stands, in a sentence or two. */
function verdict({ status, dry_run, changed, sellers, found, corrected, left_out, ...one }: Data) {
  const effect = changed
    ? `${plural(changed, 'score')} of ${sellers} ${changed === 1 ? 'changes' : 'change'}: ${found?.up} higher, ${found?.down} lower, ${found?.tier_changes} in another tier.`
    : 'No score changes: with what is known today the month comes out the same.'
  if (status === 'failed') return one.error
  if (status === 'queued' || status === 'computing')
    return one.waiting_for ?? 'The scores of the month are computed again; nothing is changed yet.'
  if (status === 'applying') return one.waiting_for ?? 'The corrected scores are being written.'
  if (status === 'proposed') return `${effect} It waits for a second person.`
  if (status === 'rejected') return 'It was not applied. The scores are as they were.'
  if (status === 'completed')
    return `${plural(corrected, 'score')} corrected.${left_out ? ` Left as they are, for they had changed meanwhile: ${left_out}.` : ''}`
  return dry_run && changed
    ? `${effect} This was a trial: nothing is changed until somebody proposes it and a second person approves.`
    : effect
}
