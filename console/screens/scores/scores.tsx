import { useState } from 'preact/hooks'
import { useRead, useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { month, plural } from '../../logic/format.ts'
import { hasEnded } from '../../logic/run-state.ts'
import { isNarrowed, SCORE_LIST, type ScoreList } from '../../logic/score-list.ts'
import { Button, Opener } from '../../parts/button.tsx'
import { allOr, useManagers, useWarehouses } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { FinalizeMonth } from './finalize-month.tsx'
import { QualityPanel } from './quality/quality-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { STATUS } from './score-status.ts'
import { ScoreTable } from './score-table.tsx'
import { type Run, useRun } from './use-run.ts'

/** The scores of a month: narrowed, calculated, reviewed and made final. */
export default function Scores() {
  const period = usePeriod()
  const { may, current_period, periods, scope } = useMe()
  const [asked, change] = useUrlState(SCORE_LIST)
  const values = scope.am_id === null ? asked : { ...asked, am: undefined } // one's own portfolio anyway
  const { run, list: runs } = useRun(period)
  const calculation = useCalculate(period)
  const [finalizing, setFinalizing] = useState(false)
  const [warnings, setWarnings] = useState<string[]>([])
  const statuses = periods.find((one) => one.period === period)?.statuses
  const isAllFinal = statuses?.draft === 0 && statuses.under_review === 0

  function isDone(answer: Answer<'POST', '/api/sos/monthly/finalize'>) {
    setFinalizing(false)
    setWarnings(answer.warnings ?? [])
    const counted = answer.finalized - (answer.before_contract ?? 0)
    toast(`${plural(counted, 'score is', 'scores are')} final now.`)
  }

  return (
    <Page
      title="Scores"
      above={period >= current_period ? `${month(period)} · ${common.running}` : month(period)}
      actions={
        may('scores.calculate') && (
          <>
            <CalculateButton run={run} calculation={calculation} />
            {isAllFinal ? (
              <span class="row faint">
                <Icon name="lock" />
                All scores of this month are final
              </span>
            ) : (
              may('scores.write') && (
                <Opener class="primary" disabled={!run} onClick={() => setFinalizing(true)} icon="lock">
                  Finalize month
                </Opener>
              )
            )}
          </>
        )
      }
    >
      {calculation.error && <Problem error={calculation.error} onRetry={calculation.begin} />}
      {warnings.length > 0 && <Warnings warnings={warnings} onClose={() => setWarnings([])} />}
      {run ? <RunPanel run={run} /> : runs.isPending ? <Waiting height="5.5rem" /> : null}
      <QualityPanel period={period} />
      <ScoreFilters values={values} change={change} />
      <ScoreTable period={period} values={values} change={change} />
      {finalizing && (
        <FinalizeMonth period={period} run={run} onClose={() => setFinalizing(false)} onDone={isDone} />
      )}
    </Page>
  )
}

const Warnings = ({ warnings, onClose }: { warnings: string[]; onClose: () => void }) => (
  <section class="notice warn" aria-label="What the service said">
    <Icon name="warn" />
    <ul class="bare grow">
      {warnings.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    <Button class="small" onClick={onClose}>
      Dismiss
    </Button>
  </section>
)

/** Begins a run of the month, or joins the one that is open. The run panel shows how far it is. */
function useCalculate(period: string) {
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

const CalculateButton = ({ run, calculation: { begin, isPending } }: Props) => (
  <button
    type="button"
    class={run ? 'button' : 'button primary'}
    aria-busy={isPending}
    disabled={isPending || (run && !hasEnded(run))}
    onClick={begin}
  >
    {run ? 'Calculate again' : 'Calculate'}
  </button>
)

interface FilterProps {
  values: ScoreList
  change: (part: Partial<ScoreList>, how?: { replace?: boolean }) => void
}

/** What narrows the list of scores. */
function ScoreFilters({ values, change }: FilterProps) {
  const tiers = useRead('/api/sos/tiers')
  const names = new Set([values.tier, ...(tiers.data?.data.map(({ name }) => name) ?? [])])
  return (
    <Filters
      values={values}
      change={change}
      fields={[
        { name: 'q', label: 'Seller', placeholder: 'Code or name' },
        { name: 'status', label: 'Status', options: allOr(STATUS) },
        {
          name: 'tier',
          label: 'Tier',
          options: [['', 'All'], ...[...names].filter(Boolean).map((one): [string, string] => [one, one])],
        },
        { name: 'warehouse', label: 'Warehouse', options: useWarehouses() },
        { name: 'am', label: 'Account manager', options: useManagers() },
      ]}
    >
      {isNarrowed(values) && (
        <Button
          class="clear"
          onClick={() =>
            change({ q: '', status: '', tier: '', am: undefined, warehouse: undefined, page: 1 })
          }
        >
          Clear filters
        </Button>
      )}
    </Filters>
  )
}
