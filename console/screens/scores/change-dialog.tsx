import { useEffect, useRef, useState } from 'preact/hooks'
import { asApiError } from '../../api/errors.ts'
import { refresh } from '../../api/queries.ts'
import type { Outcome } from '../../logic/each-in-turn.ts'
import { plural } from '../../logic/format.ts'
import { Failures } from '../../parts/failures.tsx'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { useMe } from '../../parts/me.ts'
import { Progress } from '../../parts/progress.tsx'
import { toast } from '../../parts/toasts.tsx'
import { type Action, ChangedSince, changeScores, sentenceOf } from './change-scores.ts'
import type { ScoreRow } from './columns.tsx'
import { DataState } from './quality/acceptance.tsx'
import { words as qualityWords } from './quality/check-names.ts'
import { useAcceptance } from './quality/use-acceptance.ts'
import { TierCounts, tiersOf } from './tier-counts.tsx'
import { CHANGED_BY_RUN } from './use-run.ts'

interface Props {
  action: Action
  /** The scores as they were seen. */
  rows: ScoreRow[]
  /** With the ids of those that were not changed. */
  onClose: (left: number[]) => void
}

/** Asks before scores are reviewed or made final, does it one by one, and keeps those that could not be. */
export function ChangeDialog({ action, rows, onClose }: Props) {
  const { user } = useMe()
  const open = rows.filter(({ status }) => status !== 'final')
  const [left, setLeft] = useState(open)
  const [notes, setNotes] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const [failed, setFailed] = useState<Outcome<ScoreRow>[]>([])
  const isFinalizing = action === 'finalize'
  const acceptance = useAcceptance(rows[0]?.period ?? '', false, isFinalizing && open.length > 0)
  const { accept, needsReason } = acceptance
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  async function act() {
    setDone(0)
    setFailed([])
    const body = {
      reviewed_by: user.full_name ?? user.username,
      ...(notes.trim() && { notes: notes.trim() }),
      ...(accept.length > 0 && { accept }),
    }
    const outcomes = await changeScores(action, left, body, { tell: setDone, signal: stop.current.signal })
    refresh(CHANGED_BY_RUN)
    const wrong = outcomes.filter(({ error }) => error !== undefined)
    const right = outcomes.length - wrong.length
    if (right > 0)
      toast(
        action === 'review'
          ? `${plural(right, 'score is', 'scores are')} under review.`
          : `${plural(right, 'score is', 'scores are')} final.`,
      )
    if (wrong.length === 0) return onClose([])
    for (const { error } of wrong) acceptance.refused(asApiError(error))
    setFailed(wrong)
    setLeft(wrong.map(({ item, error }) => (error instanceof ChangedSince ? error.now : item)))
    setDone(null)
  }

  const already = rows.length - open.length
  return (
    <Confirm
      open
      danger={isFinalizing}
      title={titleOf(action, left)}
      action={failed.length > 0 ? 'Try the rest again' : isFinalizing ? 'Finalize' : 'Put under review'}
      of={{ isPending: done !== null, error: null }}
      disabled={left.length === 0 || !acceptance.isReady(notes)}
      onClose={() => onClose(left.map(({ id }) => id))}
      onConfirm={act}
    >
      <p>
        {isFinalizing
          ? 'This can’t be undone. A final score changes by an appeal or a correction only, and webhooks are told.'
          : 'A score under review stays open for changes until somebody makes it final.'}
      </p>
      {already > 0 && (
        <p>{`${plural(already, 'score is', 'scores are')} final already and will be left out.`}</p>
      )}
      <TierCounts tiers={tiersOf(left)} />
      {isFinalizing && (
        <DataState acceptance={acceptance} onLeave={() => onClose(left.map(({ id }) => id))} />
      )}
      <TextArea
        label={needsReason ? qualityWords.why : 'Note'}
        hint={needsReason ? qualityWords.whyHint : 'Kept with the score. May be left empty.'}
        required={needsReason}
        rows={2}
        maxLength={5000}
        value={notes}
        onValue={setNotes}
      />
      {done !== null && (
        <>
          <Progress
            label={`${done} of ${left.length} done`}
            done={done}
            total={left.length}
            spoken={`${done} of ${left.length} done`}
          />
          <p class="tabular">{`${done} of ${left.length} done`}</p>
        </>
      )}
      {failed.length > 0 && (
        <Failures
          title={`${plural(failed.length, 'score was', 'scores were')} not changed`}
          of={failed.map(sentenceOf)}
        />
      )}
    </Confirm>
  )
}

function titleOf(action: Action, rows: ScoreRow[]) {
  const [one] = rows
  if (rows.length === 1 && one)
    return action === 'finalize' ? `Finalize ${one.seller_code}` : `Put ${one.seller_code} under review`
  return action === 'finalize'
    ? `Finalize ${plural(rows.length, 'score', 'scores')}`
    : `Put ${plural(rows.length, 'score', 'scores')} under review`
}
