import { Curve } from '../../charts/curve.tsx'
import { score } from '../../logic/format.ts'
import { Panel } from '../../parts/panel.tsx'
import { inUnit, nameOf } from '../../words/metrics.ts'
import type { Metric } from './counted.tsx'
import { words } from './words.ts'

/** The value on its curve. */
export function CurvePanel({ metric: { metric, curve, unit, value, points } }: { metric: Metric }) {
  return (
    <Panel title={words.curve} class="half">
      <Curve
        label={nameOf(metric)}
        curve={curve as [number, number][]}
        unit={unit}
        marks={
          value === null || points === null
            ? []
            : [{ value, points, label: `${inUnit(value, unit)} → ${score(points)}` }]
        }
      />
    </Panel>
  )
}
