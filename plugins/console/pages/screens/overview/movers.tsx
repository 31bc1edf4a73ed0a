import { useRead } from '../../api/queries.ts'
import { score } from '../../logic/format.ts'
import { listOf, type Narrowing, narrowed } from '../../logic/overview-state.ts'
import { Delta, TierBadge } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { words } from './words.ts'

interface Props {
  period: string
  narrowing: Narrowing
  way: 'fall' | 'rise'
}

/** The sellers whose scores changed most. */
export function Movers({ period, narrowing, way }: Props) {
  const sort = way === 'fall' ? 'delta' : '-delta'
  const request = { query: { period, sort, limit: 5, ...narrowed(narrowing) } } as const
  const list = useRead('/api/sos/monthly', request, { keep: true })
  const isMoved = (change: number) => (way === 'fall' ? change < 0 : change > 0)
  return (
    <Panel
      class="half"
      title={way === 'fall' ? words.falling : words.rising}
      source={{ path: '/api/sos/monthly', request, csv: true }}
      aside={
        <Link class="small" to={listOf('/scores', narrowing, { sort })}>
          {words.all}
        </Link>
      }
    >
      <Loaded of={list} height="13rem">
        {({ data }) => {
          const moved = data.filter(({ trend }) => isMoved(trend.delta))
          if (moved.length === 0) return <p class="faint">{way === 'fall' ? words.noFall : words.noRise}</p>
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
