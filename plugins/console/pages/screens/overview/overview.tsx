import { useRead } from '../../api/queries.ts'
import { month, score } from '../../logic/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'

/** A month at a glance. */
export default function Overview() {
  const period = usePeriod()
  const stats = useRead('/api/dashboard/stats', { query: { period } })
  return (
    <Page title={month(period)}>
      <Panel title="Scores" source={{ path: '/api/dashboard/stats', request: { query: { period } } }}>
        <Loaded of={stats}>{({ avg_sos }) => <p>{score(avg_sos)}</p>}</Loaded>
      </Panel>
    </Page>
  )
}
