import { useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import { count, month, since } from '../../logic/format.ts'
import { hasEnded } from '../../logic/run-state.ts'
import { Link, useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { RunPanel } from '../scores/run-panel.tsx'
import { useProgress } from '../scores/use-run.ts'
import { Reasons, RunFacts, RunNumbers } from './run-facts.tsx'
import { type RunShown, RunState } from './run-state.tsx'

/** One calculation of a month: its state, live while it is open, and what it came to. */
export default function RunPage() {
  const id = Number(useRoute().params.id)
  const known = useRead('/api/sos/runs/{id}', { path: { id } })
  const isOpen = known.data !== undefined && !hasEnded(known.data)
  const polled = useRead('/api/sos/runs/{id}', { path: { id } }, { every: isOpen ? 2_000 : false })
  const live = useProgress(isOpen ? id : null)
  return (
    <Page
      title={`Run ${id}`}
      above={polled.data && month(polled.data.period)}
      actions={
        polled.data && (
          <Link class="button" to={`/scores?period=${polled.data.period}`}>
            Scores of the month
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

/** All runs of a month, the newest first. */
function OtherRuns({ run: { period } }: { run: RunShown }) {
  const go = useGo()
  return (
    <RecordList
      isOnePage
      class="half"
      title="Runs of this month"
      caption="Runs, the newest first"
      path="/api/sos/runs"
      request={{ query: { period, limit: 10 } }}
      height="8rem"
      keyOf={({ id }) => id}
      onOpen={({ id }) => go(`/runs/${id}`)}
      columns={[
        { head: 'Run', cell: ({ id }) => <Link to={`/runs/${id}`}>{`Run ${id}`}</Link> },
        { head: 'State', cell: ({ status }) => <RunState status={status} /> },
        { head: 'Asked for', cell: ({ created_at }) => since(created_at) },
        { head: 'Scored', numeric: true, cell: ({ sellers_scored }) => count(sellers_scored) },
      ]}
    />
  )
}
