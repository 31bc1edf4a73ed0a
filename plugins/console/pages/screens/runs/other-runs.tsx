import { useRead } from '../../api/queries.ts'
import { count, since } from '../../logic/format.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type RunShown, RunState } from './run-state.tsx'
import { words } from './words.ts'

/** All runs of a month, the newest first. */
export function OtherRuns({ run: { period } }: { run: RunShown }) {
  const go = useGo()
  const request = { query: { period, limit: 10 } }
  const runs = useRead('/api/sos/runs', request)
  return (
    <Panel class="half flush" title={words.others} source={{ path: '/api/sos/runs', request, csv: true }}>
      <Loaded of={runs}>
        {({ data }) => (
          <DataTable
            caption={words.runs}
            rows={data}
            keyOf={({ id }) => id}
            onOpen={({ id }) => go(`/runs/${id}`)}
            columns={[
              {
                key: 'run',
                head: words.run,
                cell: ({ id }) => <Link to={`/runs/${id}`}>{words.title(id)}</Link>,
              },
              { key: 'state', head: words.state, cell: ({ status }) => <RunState status={status} /> },
              { key: 'begun', head: words.begun, cell: ({ created_at }) => since(created_at) },
              {
                key: 'scored',
                head: words.scored,
                numeric: true,
                cell: ({ sellers_scored }) => count(sellers_scored),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
