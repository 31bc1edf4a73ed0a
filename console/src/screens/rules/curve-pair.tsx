import { lineOf, span } from './curve.ts'
import classes from './curve-chart.module.css'
import { type Curve, valueIn } from './data.ts'

const WIDTH = 240
const HEIGHT = 88
const LEFT = 28
const BOTTOM = 16
const TOP = 8

interface CurvePairProps {
  /** As a dashed line. */
  before?: Curve
  after: Curve
  unit: string
}

/** A curve beside the one it replaces, small; the numbers stand beside it as text. */
export function CurvePair({ before, after, unit }: CurvePairProps) {
  const axis = span([after, before ?? after], unit)
  const [from, to] = axis
  const [first] = after[0] ?? [0]
  const [last] = after.at(-1) ?? [to]
  const toX = (x: number) => LEFT + ((x - from) / (to - from)) * (WIDTH - LEFT)
  const toY = (y: number) => TOP + (1 - y / 100) * (HEIGHT - TOP - BOTTOM)
  return (
    <svg width={WIDTH} height={HEIGHT} display="block" fontSize={11} fill="var(--soft)" aria-hidden>
      {[0, 100].map((y) => (
        <g key={y}>
          <path d={`M${LEFT} ${toY(y)}H${WIDTH}`} stroke="var(--line)" />
          <text x={LEFT - 6} y={toY(y) + 4} textAnchor="end">
            {y}
          </text>
        </g>
      ))}
      {[first, last].map((x) => (
        <text
          key={x}
          x={toX(x)}
          y={HEIGHT - 2}
          textAnchor={x === from ? 'start' : toX(x) > WIDTH - 24 ? 'end' : 'middle'}
        >
          {valueIn(x, unit)}
        </text>
      ))}
      <g fill="none">
        {before && (
          <polyline
            points={lineOf(before, axis, toX, toY)}
            stroke="var(--soft)"
            strokeDasharray="4 4"
            opacity={0.7}
          />
        )}
        <polyline points={lineOf(after, axis, toX, toY)} className={classes.line} />
      </g>
    </svg>
  )
}
