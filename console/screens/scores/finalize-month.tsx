import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { type FinalizeSummary, finalizeSummary } from '../../logic/finalize-summary.ts'
import { month, plural } from '../../logic/format.ts'
import { hasEnded } from '../../logic/run-state.ts'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { TextArea } from '../../parts/forms/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Notice } from '../../parts/notice.tsx'
import { toast } from '../../parts/toasts.tsx'
import { monthStateQuery } from './month-state.ts'
import { DataState } from './quality/acceptance.tsx'
import { qualitySaid, words as qualityWords } from './quality/check-names.ts'
import { useAcceptance } from './quality/use-acceptance.ts'
import { TierCounts } from './tier-counts.tsx'
import { CHANGED_BY_RUN, type Run } from './use-run.ts'

interface Props {
  period: string
  run: Run | undefined
  onClose: () => void
  onDone: (answer: Answer<'POST', '/api/sos/monthly/finalize'>) => void
}

/** Asks before a whole month is made final: what that does in numbers, and what to settle before. */
export function FinalizeMonth({ period, run, onClose, onDone }: Props) {
  const { user, current_period } = useMe()
  const state = useQuery({ ...monthStateQuery(period), refetchOnMount: 'always' })
  const send = useSend('POST', '/api/sos/monthly/finalize', {
    changes: CHANGED_BY_RUN,
    onDone(answer) {
      onDone(answer)
      const said = qualitySaid(answer)
      if (said) toast(said)
    },
  })
  const openRun = run && !hasEnded(run) ? run.id : undefined
  const summary =
    state.data && finalizeSummary({ ...state.data, openRun, isRunning: period >= current_period })
  const acceptance = useAcceptance(period, true)
  const [reason, setReason] = useState('')
  const { accept } = acceptance
  function finalize() {
    const body = {
      period,
      reviewed_by: user.full_name ?? user.username,
      ...(accept.length > 0 && { accept, notes: reason.trim() }),
    }
    send.mutate({ body }, { onError: acceptance.refused })
  }
  return (
    <Confirm
      open
      danger
      title={`Finalize ${month(period)}`}
      action={`Finalize ${plural(summary?.finalizes ?? 0, 'score', 'scores')}`}
      typed={summary?.blocks === 'nothing' ? undefined : period}
      disabled={!summary?.finalizes || !acceptance.isReady(reason)}
      of={send}
      onClose={onClose}
      onConfirm={finalize}
    >
      <Loaded of={state} height="14rem">
        {(known) =>
          summary && (
            <Effect
              summary={summary}
              run={openRun}
              appeals={known.openAppeals}
              unrated={known.unrated}
              onClose={onClose}
            />
          )
        }
      </Loaded>
      <DataState acceptance={acceptance} onLeave={onClose} />
      {acceptance.needsReason && (
        <TextArea
          label={qualityWords.why}
          hint={qualityWords.whyHint}
          rows={2}
          maxLength={5000}
          required
          value={reason}
          onValue={setReason}
        />
      )}
    </Confirm>
  )
}

interface EffectProps {
  summary: FinalizeSummary
  run: number | undefined
  appeals: number
  unrated: number
  onClose: () => void
}

function Effect({ summary, run, appeals, unrated, onClose }: EffectProps) {
  const { finalizes, alreadyFinal, unreviewed, perTier, blocks, cautions } = summary
  const said = {
    running: 'The month is not over yet: later facts will not count.',
    appeals: (
      <Link to="/appeals" onClick={onClose}>
        {`${plural(appeals, 'appeal is', 'appeals are')} still open.`}
      </Link>
    ),
    unreviewed: (
      <Link to="/scores?status=draft" onClick={onClose}>
        {`${plural(unreviewed, 'score has', 'scores have')} not been reviewed.`}
      </Link>
    ),
    unrated: (
      <Link to="/scores?tier=Unrated" onClick={onClose}>
        {`${plural(unrated, 'seller is', 'sellers are')} unrated, for too little data.`}
      </Link>
    ),
  }
  return (
    <>
      <p>
        {blocks === 'nothing'
          ? 'No score of this month is open: there is nothing to finalize.'
          : `${plural(finalizes, 'score becomes', 'scores become')} final. This can’t be undone: a final score changes by an appeal or a correction only, and webhooks are told.`}
      </p>
      {alreadyFinal > 0 && <p>{`${plural(alreadyFinal, 'score is', 'scores are')} final already.`}</p>}
      <TierCounts tiers={perTier} />
      {blocks === 'run' && run !== undefined && (
        <Notice warn icon="lock">
          {`Run ${run} still calculates this month. Finalize when it has ended.`}
        </Notice>
      )}
      {cautions.length > 0 && (
        <div class="notice warn">
          <Icon name="warn" />
          <ul class="bare">
            {cautions.map((one) => (
              <li key={one}>{said[one]}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
