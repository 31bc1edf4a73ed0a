import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { asApiError } from '../../api/errors.ts'
import { refresh } from '../../api/queries.ts'
import type { Outcome } from '../../logic/each-in-turn.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { TextArea } from '../../parts/field.tsx'
import { useMe } from '../../parts/me.ts'
import { Progress } from '../../parts/progress.tsx'
import { toast } from '../../parts/toasts.tsx'
import { type Action, ChangedSince, changeScores, sentenceOf } from './change-scores.ts'
import type { ScoreRow } from './columns.tsx'
import { DataState } from './quality/acceptance.tsx'
import { useAcceptance } from './quality/use-acceptance.ts'
import { words as qualityWords } from './quality/words.ts'
import { TierCounts } from './tier-counts.tsx'
import { tiersOf } from './tiers-of.ts'
import { CHANGED_BY_RUN } from './use-run.ts'
import { changeWords as words } from './words.ts'

interface Props {
  action: Action
  /** The scores as they were seen. */
  rows: ScoreRow[]
  /** With the ids of those that were not changed. */
  onClose: (left: number[]) => void
}

/** So many of those that failed are named. */
const MOST_SHOWN = 5

/** Asks before scores are reviewed or made final, does it one by one, and keeps those that could not be. */
export function ChangeDialog({ action, rows, onClose }: Props) {
  const client = useQueryClient()
  const { user } = useMe()
  const open = rows.filter(({ status }) => status !== 'final')
  const [left, setLeft] = useState(open)
  const [notes, setNotes] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const [failed, setFailed] = useState<Outcome<ScoreRow>[]>([])
  const isFinalizing = action === 'finalize'
  const acceptance = useAcceptance(rows[0]?.period ?? '', isFinalizing && open.length > 0)
  const { accept, blocking } = acceptance
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
    refresh(client, CHANGED_BY_RUN)
    const wrong = outcomes.filter(({ error }) => error !== undefined)
    const right = outcomes.length - wrong.length
    if (right > 0) toast(action === 'review' ? words.reviewed(right) : words.finalized(right))
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
      action={failed.length > 0 ? words.retry : isFinalizing ? words.finalize : words.review}
      busy={done !== null || left.length === 0}
      disabled={!acceptance.isReady(notes)}
      onClose={() => onClose(left.map(({ id }) => id))}
      onConfirm={act}
    >
      <p>{isFinalizing ? words.finalizeText : words.reviewText}</p>
      {already > 0 && <p>{words.already(already)}</p>}
      <TierCounts tiers={tiersOf(left)} />
      {isFinalizing && (
        <DataState acceptance={acceptance} onLeave={() => onClose(left.map(({ id }) => id))} />
      )}
      <TextArea
        label={blocking.length > 0 ? qualityWords.why : words.note}
        hint={blocking.length > 0 ? qualityWords.whyHint : words.noteHint}
        required={blocking.length > 0}
        rows={2}
        maxLength={5000}
        value={notes}
        onValue={setNotes}
      />
      {done !== null && (
        <>
          <Progress
            label={words.working(done, left.length)}
            done={done}
            total={left.length}
            spoken={words.working(done, left.length)}
          />
          <p class="tabular">{words.working(done, left.length)}</p>
        </>
      )}
      {failed.length > 0 && <Failures failed={failed} />}
    </Confirm>
  )
}

function titleOf(action: Action, rows: ScoreRow[]) {
  const [one] = rows
  if (rows.length === 1 && one)
    return action === 'finalize' ? words.finalizeOne(one.seller_code) : words.reviewOne(one.seller_code)
  return action === 'finalize' ? words.finalizeTitle(rows.length) : words.reviewTitle(rows.length)
}

const Failures = ({ failed }: { failed: Outcome<ScoreRow>[] }) => (
  <div class="problem" role="alert">
    <div>
      <p>
        <strong>{words.someFailed(failed.length)}</strong>
      </p>
      <ul>
        {failed.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.item.id}>{sentenceOf(one)}</li>
        ))}
      </ul>
      {failed.length > MOST_SHOWN && <p>{words.more(failed.length - MOST_SHOWN)}</p>}
    </div>
  </div>
)
