import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { month, score } from '../../logic/format.ts'
import { listOf, type Narrowing, narrowed, OVERVIEW, trendRequest } from '../../logic/overview-state.ts'
import { Delta, TierBadge } from '../../parts/badges.tsx'
import { useManagers, useWarehouses } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel, type Source } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { Needs } from './needs.tsx'
import { Tiles } from './tiles.tsx'
import { ComponentPanel, MeanPanel, TierPanel } from './trend-panels.tsx'

type Trend = Answer<'GET', '/api/dashboard/trend'>
export type TrendMonth = Trend['data'][number]

/** A month at a glance. */
export default function Overview() {
  const period = usePeriod()
  const { current_period, scope } = useMe()
  const [asked, change] = useUrlState(OVERVIEW)
  const narrowing = scope.am_id === null ? asked : { ...asked, am: undefined } // one's own portfolio anyway
  const request = trendRequest(period, narrowing)
  const trend = useRead('/api/dashboard/trend', request, { keep: true })
  const source = { path: '/api/dashboard/trend', request }
  return (
    <Page
      title={month(period)}
      above={period >= current_period ? common.running : undefined}
      actions={
        <Filters
          values={narrowing}
          change={change}
          fields={[
            { name: 'warehouse', label: 'Warehouse', options: useWarehouses() },
            { name: 'am', label: 'Account manager', options: useManagers() },
          ]}
        />
      }
    >
      <Loaded of={trend} height="60rem">
        {({ data }) => (
          <>
            <Tiles months={data} narrowing={narrowing} />
            {data.at(-1)?.scored === 0 && <NothingScored />}
            <Panels period={period} months={data} narrowing={narrowing} source={source} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const NothingScored = () => (
  <section class="panel">
    <Empty title="No scores yet">
      <p>Once the feeds have pushed facts, calculate the month on the page of scores.</p>
      <Link class="button" to="/scores">
        To the scores
      </Link>
    </Empty>
  </section>
)

interface Props {
  period: string
  months: TrendMonth[]
  narrowing: Narrowing
  source: Source
}

/** What is below the figures. Where nothing was scored there is nothing to draw. */
const Panels = ({ period, months, narrowing, source }: Props) => (
  <div class="grid">
    {months.some(({ scored }) => scored > 0) ? (
      <>
        <MeanPanel months={months} narrowing={narrowing} source={source} />
        <Needs period={period} />
        <TierPanel months={months} narrowing={narrowing} source={source} />
        <ComponentPanel months={months} source={source} />
        <Movers period={period} narrowing={narrowing} way="fall" />
        <Movers period={period} narrowing={narrowing} way="rise" />
      </>
    ) : (
      <Needs period={period} />
    )}
  </div>
)

interface MoversProps {
  period: string
  narrowing: Narrowing
  way: 'fall' | 'rise'
}

/** The sellers whose scores changed most. */
function Movers({ period, narrowing, way }: MoversProps) {
  const sort = way === 'fall' ? 'delta' : '-delta'
  const request = { query: { period, sort, limit: 5, ...narrowed(narrowing) } } as const
  const list = useRead('/api/sos/monthly', request, { keep: true })
  const isMoved = (change: number) => (way === 'fall' ? change < 0 : change > 0)
  return (
    <Panel
      class="half"
      title={way === 'fall' ? 'Biggest falls' : 'Biggest rises'}
      source={{ path: '/api/sos/monthly', request, csv: true }}
      aside={
        <Link class="small" to={listOf('/scores', narrowing, { sort })}>
          All
        </Link>
      }
    >
      <Loaded of={list} height="13rem">
        {({ data }) => {
          const moved = data.filter(({ trend }) => isMoved(trend.delta))
          if (moved.length === 0)
            return <p class="faint">{way === 'fall' ? 'No seller fell.' : 'No seller rose.'}</p>
          return (
            <ul class="movers">
              {moved.map(({ seller_code, company_name, total_sos, tier, trend }) => (
                <li key={seller_code}>
                  <Link to={`/sellers/${seller_code}`} class="mover">
                    <span class="mono">{seller_code}</span> <bdi>{company_name}</bdi>
                  </Link>
                  <TierBadge tier={tier} />
                  <span class="numeric">{score(total_sos)}</span>
                  <Delta value={trend.delta} />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Panel>
  )
}
