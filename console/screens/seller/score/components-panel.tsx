import { count, score } from '../../../logic/format.ts'
import type { Explanation } from '../../../logic/seller/waterfall.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import type { Of } from './score-tab.tsx'

/** The five components as bars; a component that lost points can be appealed from here. */
export function ComponentsPanel({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { may } = useMe()
  const floor = explanation.tier.next?.min_component_score ?? 0
  return (
    <Panel title="Components">
      <ul class="component-list">
        {COMPONENTS.map((name) => {
          const { raw, weight, has_data } = explanation.components[name]
          return (
            <li key={name}>
              <span class="component-name">
                {nameOf(name)} <span class="faint small">{`weighs ${count(weight)} %`}</span>
              </span>
              <span class="component-side">
                {!has_data && <Badge>No data</Badge>}
                {may('appeals.write') && raw < 100 && (
                  <Link
                    class="small target"
                    aria-label={`Appeal ${nameOf(name)}`}
                    to={`/appeals/new?seller=${encodeURIComponent(code)}&component=${name}&period=${period}`}
                  >
                    Appeal
                  </Link>
                )}
                <span class="numeric">{score(raw)}</span>
              </span>
              <span class="component-track" aria-hidden="true">
                <span class={has_data ? undefined : 'imputed'} style={{ width: `${raw}%` }} />
                {floor > 0 && raw < floor && <i style={{ left: `${floor}%` }} />}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
