import { useSend } from '../../api/queries.ts'
import { hasEnded } from '../../logic/run-state.ts'
import type { Run } from './use-run.ts'
import { words } from './words.ts'

/** Begins a run of the month, or joins the one that is open. The run panel shows how far it is. */
export function useCalculate(period: string) {
  const send = useSend('POST', '/api/sos/monthly/calculate', { changes: ['/api/sos/runs'] })
  return {
    error: send.error,
    isPending: send.isPending,
    begin: () => send.mutate({ body: { period }, headers: { prefer: 'respond-async' } }),
  }
}

interface Props {
  run: Run | undefined
  calculation: ReturnType<typeof useCalculate>
}

export const CalculateButton = ({ run, calculation: { begin, isPending } }: Props) => (
  <button
    type="button"
    class={run ? 'button' : 'button primary'}
    aria-busy={isPending}
    disabled={isPending || (run && !hasEnded(run))}
    onClick={begin}
  >
    {run ? words.calculateAgain : words.calculate}
  </button>
)
