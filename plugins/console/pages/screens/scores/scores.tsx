import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { month } from '../../logic/format.ts'
import { isNarrowed, SCORE_LIST, scoresQuery } from '../../logic/score-list.ts'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Loaded, Waiting } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { CalculateButton, useCalculate } from './calculate.tsx'
import { Filters } from './filters.tsx'
import { FinalizeMonth, QualityPanel } from './parts-later.tsx'
import { RunPanel } from './run-panel.tsx'
import { ScoreTable } from './score-table.tsx'
import { useRun } from './use-run.ts'
import { words } from './words.ts'

/** The scores of a month: narrowed, calculated, reviewed and made final. */
export default function Scores() {
  const period = usePeriod()
  const { may, current_period, scope } = useMe()
  const [asked, change] = useUrlState(SCORE_LIST)
  const values = scope.am_id === null ? asked : { ...asked, am: undefined } // one's own portfolio anyway
  const request = { query: scoresQuery(values, period) }
  const list = useRead('/api/sos/monthly', request, { keep: true })
  const { run, list: runs } = useRun(period)
  const calculation = useCalculate(period)
  const [finalizing, setFinalizing] = useState(false)
  const [warnings, setWarnings] = useState<string[]>([])
  const mayChange = may('scores.write')

  function isDone(answer: Answer<'POST', '/api/sos/monthly/finalize'>) {
    setFinalizing(false)
    setWarnings(answer.warnings ?? [])
    toast(words.isFinal(answer.finalized))
  }

  return (
    <Page
      title={words.title}
      above={period >= current_period ? `${month(period)} · ${common.running}` : month(period)}
      actions={
        mayChange && (
          <>
            <CalculateButton run={run} calculation={calculation} />
            <button type="button" class="button primary" disabled={!run} onClick={() => setFinalizing(true)}>
              <Icon name="lock" />
              {words.finalizeMonth}
            </button>
          </>
        )
      }
    >
      {calculation.error && <Problem error={calculation.error} onRetry={calculation.begin} />}
      {warnings.length > 0 && <Warnings warnings={warnings} onClose={() => setWarnings([])} />}
      {run ? <RunPanel run={run} /> : runs.isPending ? <Waiting height="5.5rem" /> : null}
      <QualityPanel period={period} />
      <Filters values={values} onChange={change} />
      <Panel
        class="flush scores"
        title={words.list(month(period))}
        source={{ path: '/api/sos/monthly', request, csv: true }}
      >
        <Loaded of={list} height="40rem">
          {(answer) => (
            <ScoreTable
              period={period}
              values={values}
              answer={answer}
              onChange={change}
              empty={<Nothing narrowed={isNarrowed(values)} mayChange={mayChange} />}
            />
          )}
        </Loaded>
      </Panel>
      {finalizing && (
        <FinalizeMonth period={period} run={run} onClose={() => setFinalizing(false)} onDone={isDone} />
      )}
    </Page>
  )
}

const Nothing = ({ narrowed, mayChange }: { narrowed: boolean; mayChange: boolean }) =>
  narrowed ? (
    <Empty title={words.nothing}>{words.nothingText}</Empty>
  ) : (
    <Empty title={words.empty}>{mayChange ? words.emptyText : words.emptyRead}</Empty>
  )

const Warnings = ({ warnings, onClose }: { warnings: string[]; onClose: () => void }) => (
  <section class="notice warn" aria-label={words.warnings}>
    <Icon name="warn" />
    <ul class="bare grow">
      {warnings.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    <button type="button" class="button small" onClick={onClose}>
      {words.dismiss}
    </button>
  </section>
)
