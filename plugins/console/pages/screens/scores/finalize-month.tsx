import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { type FinalizeSummary, finalizeSummary } from '../../logic/finalize-summary.ts'
import { month } from '../../logic/format.ts'
import { hasEnded } from '../../logic/run-state.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { toast } from '../../parts/toasts.tsx'
import { monthStateQuery } from './month-state.ts'
import { DataState } from './quality/acceptance.tsx'
import { qualitySaid } from './quality/quality-said.ts'
import { useAcceptance } from './quality/use-acceptance.ts'
import { words as qualityWords } from './quality/words.ts'
import { TierCounts } from './tier-counts.tsx'
import { CHANGED_BY_RUN, type Run } from './use-run.ts'
import { finalizeWords as words } from './words.ts'

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
  const acceptance = useAcceptance(period)
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
      title={words.title(month(period))}
      action={words.action(summary?.finalizes ?? 0)}
      typed={period}
      busy={send.isPending || !summary || summary.finalizes === 0}
      disabled={!acceptance.isReady(reason)}
      error={send.error}
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
      {acceptance.blocking.length > 0 && (
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
    running: words.running,
    appeals: (
      <Link to="/appeals" onClick={onClose}>
        {words.appeals(appeals)}
      </Link>
    ),
    unreviewed: (
      <Link to="/scores?status=draft" onClick={onClose}>
        {words.unreviewed(unreviewed)}
      </Link>
    ),
    unrated: (
      <Link to="/scores?tier=Unrated" onClick={onClose}>
        {words.unrated(unrated)}
      </Link>
    ),
  }
  return (
    <>
      <p>{blocks === 'nothing' ? words.nothing : words.effect(finalizes)}</p>
      {alreadyFinal > 0 && <p>{words.already(alreadyFinal)}</p>}
      <TierCounts tiers={perTier} />
      {blocks === 'run' && run !== undefined && (
        <p class="notice warn">
          <Icon name="lock" />
          {words.run(run)}
        </p>
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
