import { useRead } from '../../api/queries.ts'
import { LineChart } from '../../charts/line.tsx'
import { score } from '../../logic/format.ts'
import { useHref } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { words } from './words.ts'

const PATH = '/api/am/portfolio/{amId}/history'

/** The KPI of the newest twelve months. */
export default function HistoryPanel({ amId, name }: { amId: number; name: string }) {
  const href = useHref()
  const request = { path: { amId } }
  const read = useRead(PATH, request)
  return (
    <Panel title={words.history} class="two-thirds" source={{ path: PATH, request }}>
      <Loaded of={read} height="260px">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.noKpi}>{words.noKpiText}</Empty>
          ) : (
            <LineChart
              caption={words.historyText(name)}
              periods={data.map(({ period }) => period)}
              main={{ name: words.kpi, values: data.map(({ kpi }) => kpi) }}
              format={score}
              hrefOf={(period) => href(`/portfolios/${amId}?period=${period}`)}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
