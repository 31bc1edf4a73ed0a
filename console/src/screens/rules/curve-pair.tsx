import { lineOf, span } from './curve.ts'
import classes from './curve-chart.module.css'
import type { Curve } from './data.ts'

const WIDTH = 240
const HEIGHT = 72

interface CurvePairProps {
  /** As a dashed line. */
  before?: Curve
  after: Curve
  unit: string
}

/** A curve beside the one it replaces, small; the numbers stand beside it as text. */
export function CurvePair({ before, after, unit }: CurvePairProps) {
  const end = Math.max(span(after, unit), span(before ?? after, unit))
  const line = (curve: Curve) =>
    lineOf(
      curve,
      end,
      (x) => (x / end) * WIDTH,
      (y) => 2 + (1 - y / 100) * (HEIGHT - 4),
    )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      display="block"
      fill="none"
      aria-hidden
    >
      <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke="var(--line)" />
      {before && <polyline points={line(before)} stroke="var(--soft)" strokeDasharray="4 4" opacity={0.7} />}
      <polyline points={line(after)} className={classes.line} />
    </svg>
  )
}
