import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import { month } from '../../logic/format.ts'
import { hasEnded } from '../../logic/run-state.ts'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { RunPanel } from '../scores/run-panel.tsx'
import { useProgress } from '../scores/use-run.ts'
import { OtherRuns } from './other-runs.tsx'
import { Reasons, RunFacts, RunNumbers } from './run-facts.tsx'
import { RunState } from './run-state.tsx'
import { words } from './words.ts'

/** One calculation of a month: its state, live while it is open, and what it came to. */
export default function RunPage() {
  const id = Number(useRoute().params.id)
  const known = useRead('/api/sos/runs/{id}', { path: { id } })
  const isOpen = known.data !== undefined && !hasEnded(known.data)
  const polled = useRead('/api/sos/runs/{id}', { path: { id } }, { every: isOpen ? 2_000 : false })
  const live = useProgress(isOpen ? id : null)
  return (
    <Page
      title={words.title(id)}
      above={polled.data && month(polled.data.period)}
      actions={
        polled.data && (
          <Link class="button" to={`/scores?period=${polled.data.period}`}>
            {words.scores}
          </Link>
        )
      }
    >
      <Loaded of={polled} height="30rem">
        {(read) => {
          const run = { ...read, ...(live?.id === id && !hasEnded(read) ? live : {}) }
          return (
            <>
              {run.status !== 'completed' && <RunPanel run={run} />}
              <div class="grid">
                <RunFacts run={run} />
                <RunNumbers run={run} />
                <Reasons run={run} />
                <OtherRuns run={run} />
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
