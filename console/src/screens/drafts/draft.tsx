import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { $api } from '../../api/client.ts'
import { useMay, useMe } from '../../api/me.ts'
import { Actions } from '../../records/actions.tsx'
import { oneOf } from '../../records/calls.ts'
import { kindOf } from '../../records/declared.ts'
import { trailOf } from '../../records/record-list.tsx'
import { Strong } from '../../ui/dim.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { Asked, Page, Section } from '../../ui/page.tsx'
import { BacktestReport } from './backtest.tsx'
import { Changes } from './changes.tsx'
import { backtestsOf, type Draft, type Found, failsOf, isOpen, outcomeOf, spanOf } from './data.ts'
import { AdoptDialog, AskDialog, EditDialog } from './dialogs.tsx'

const KIND = kindOf('drafts')
const LIST = { to: '/records/$path', params: { path: KIND.path } } as const

/** A draft: what it changes, what a backtest says of it, and what can be done with it. */
export function DraftPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const found = useQuery(oneOf<Draft>(KIND, id))
  return (
    <Asked query={found} rows={8} isSubject>
      {({ row, version }) => <OneDraft key={id} draft={row} version={version} />}
    </Asked>
  )
}

function OneDraft({ draft, version }: { draft: Draft; version?: string }) {
  const navigate = useNavigate()
  const me = useMe()
  const money = useMoney()
  const tests = useQuery(backtestsOf(draft.id))
  const newest = tests.data?.data[0]
  const isTrying = newest !== undefined && isOpen(newest)
  const { data: result } = $api.useQuery(
    'get',
    '/api/backtests/{id}',
    { params: { path: { id: newest?.id ?? 0 } } },
    { staleTime: Number.POSITIVE_INFINITY, enabled: newest !== undefined && !isTrying },
  )
  const [asks, setAsks] = useState<'adopt' | 'test' | 'edit'>()
  const [mayDraft, mayAdopt] = [useMay('drafts.write'), useMay('config.write')]
  const isEnded = draft.adopted_at !== null
  // Another person has to adopt what one has written any of, unless it is the board.
  const isOwn = [draft.created_by, draft.updated_by, ...draft.written_by].includes(me.user.id)
  const needsAnother = isOwn && me.role !== 'bod'
  const hasChanges = draft.changes.length > 0
  const isTried =
    newest?.status === 'completed' &&
    newest.changes_sha256 === draft.changes_sha256 &&
    (isEnded || !newest.rules_written)
  const adopt = mayAdopt && hasChanges && !needsAnother && (
    <Button variant={isTried ? 'filled' : 'default'} onClick={() => setAsks('adopt')}>
      Adopt…
    </Button>
  )
  const given = { draft, version, onClose: () => setAsks(undefined) }
  /** What is next, and whose it is. */
  const whatIsNext = () => {
    if (isEnded || !hasChanges) return ''
    if (isTrying) return 'It is being tried on past months.'
    if (!isTried)
      return result
        ? 'It was tried, but the draft or a rule has changed since. Next: try it again.'
        : 'Next: try the draft on past months.'
    if (!mayAdopt || needsAnother)
      return 'Next: the board adopts it, or an administrator who did not edit it.'
    return isOwn
      ? 'You wrote this draft, or a part of it. As the board you may still adopt it.'
      : 'Next: adopt it, edit it, or withdraw it.'
  }
  return (
    <Page
      title={draft.name}
      trail={trailOf(KIND, true)}
      verdict={
        <>
          {verdictOf(draft, money, isTried ? result : undefined)}
          {whatIsNext() && <Strong span> {whatIsNext()}</Strong>}
        </>
      }
      actions={
        !isEnded && (
          <Group gap="xs">
            {isTried && adopt}
            {mayDraft && hasChanges && !isTrying && (
              <Button variant={isTried ? 'default' : 'filled'} onClick={() => setAsks('test')}>
                Try on past months…
              </Button>
            )}
            {!isTried && adopt}
            {mayDraft && <Button onClick={() => setAsks('edit')}>Edit…</Button>}
            <Actions kind={KIND} row={{ ...draft }} onEnded={() => navigate(LIST)} />
          </Group>
        )
      }
    >
      <Section title="What it changes">
        <Changes draft={draft} version={version} mayWrite={mayDraft && !isEnded} />
      </Section>
      {(hasChanges || newest) && (
        <Section title="On past months" aside={newest && spanOf(newest)}>
          <Asked query={tests}>
            {() => <BacktestReport test={newest} result={result} isTried={isTried} />}
          </Asked>
        </Section>
      )}
      {asks === 'adopt' && <AdoptDialog {...given} isOwn={isOwn} result={isTried ? result : undefined} />}
      {asks === 'test' && <AskDialog draft_id={draft.id} onClose={given.onClose} />}
      {asks === 'edit' && <EditDialog {...given} />}
    </Page>
  )
}

function verdictOf(draft: Draft, money: (amount: number) => string, result?: Found) {
  if (draft.adopted_from) {
    const who = draft.adopted_by_name ? ` by ${draft.adopted_by_name}` : ''
    const why = draft.override_reason ? ` The reason given: ${draft.override_reason}` : ''
    return `Adopted${who}: it counts from ${monthOf(draft.adopted_from)} on.${why}`
  }
  const by = draft.created_by_name ? `Started by ${draft.created_by_name}. ` : ''
  if (!draft.changes.length) return `${by}It is empty: change a rule, and save it to this draft.`
  if (!result?.migration) return `${by}It counts only after it is adopted.`
  const fails = failsOf(result)
  const held = result.guards?.length
    ? 'No limit is passed.'
    : 'You have set no limits of how many scores may drop a tier, or of money.'
  return `${by}${outcomeOf(result, money)} ${fails ? `${plural(fails, 'limit is passed', 'limits are passed')}.` : held}`
}
