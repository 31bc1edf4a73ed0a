import { score } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { Panel } from '../../parts/panel.tsx'
import { bonus } from './bonus.ts'
import type { Portfolio } from './portfolio.tsx'
import { words } from './words.ts'

/** Which KPI brings which bonus, and where this one is. */
export const BandsPanel = ({ portfolio: { bands, band } }: { portfolio: Portfolio }) => (
  <Panel title={words.bands} class="third flush">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{words.band}</th>
          <th scope="col" class="numeric">
            {words.from}
          </th>
          <th scope="col" class="numeric">
            {words.bonus}
          </th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ id, name, min_kpi, percent }) => (
          <tr key={id} aria-current={name === band ? 'true' : undefined}>
            <td>
              <span class="row" dir="auto">
                {name} {name === band && <Badge tone="info">{words.here}</Badge>}
              </span>
            </td>
            <td class="numeric">{score(min_kpi)}</td>
            <td class="numeric">{bonus(percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)
