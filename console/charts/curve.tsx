import { ticks } from 'd3-array'
import type { ComponentChildren } from 'preact'
import { inUnit } from '../words/metrics.ts'
import { Figure } from './figure.tsx'
import { linear } from './scale.ts'
import { useWidth } from './use-width.ts'

export type Points = [x: number, points: number][]

/** Where values and points lie on the drawing, in CSS pixels. */
export interface CurveScales {
  x: (value: number) => number
  y: (points: number) => number
  /** The value at a place, for whoever drags. */
  valueAt: (x: number) => number
  pointsAt: (y: number) => number
  ticks: number[]
  width: number
  height: number
  from: number
  to: number
}

const SIDES = { top: 16, right: 16, bottom: 28, left: 34 }

/** @param also values that the drawing must hold too */
export function curveScales(curve: Points, width: number, height: number, also: number[] = []): CurveScales {
  const values = [...curve.map(([x]) => x), ...also]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const space = (high - low || 1) * 0.08
  const [from, to] = [low >= 0 ? Math.max(0, low - space) : low - space, high + space]
  const x = linear([from, to], [SIDES.left, width - SIDES.right])
  const y = linear([0, 100], [height - SIDES.bottom, SIDES.top])
  return {
    x,
    y,
    valueAt: x.invert,
    pointsAt: y.invert,
    ticks: ticks(from, to, width < 420 ? 4 : 7),
    width,
    height,
    from,
    to,
  }
}

interface CurveAxesProps {
  scales: CurveScales
  unit: string
}

/** Lines of the grid with their numbers: hidden from screen readers, which get the table. */
export const CurveAxes = ({ scales: { x, y, ticks, width, height }, unit }: CurveAxesProps) => (
  <g aria-hidden="true">
    {[0, 25, 50, 75, 100].map((points) => (
      <g key={points}>
        <line class="gridline" x1={SIDES.left} x2={width - SIDES.right} y1={y(points)} y2={y(points)} />
        <text x={SIDES.left - 8} y={y(points)} dy="0.35em" text-anchor="end">
          {points}
        </text>
      </g>
    ))}
    {ticks.map((tick) => (
      <text key={tick} x={x(tick)} y={height - 8} text-anchor="middle">
        {inUnit(tick, unit)}
      </text>
    ))}
  </g>
)

/** The line through the points, flat outside of them as it is read. */
export const curvePath = (curve: Points, { x, y, from, to }: CurveScales) => {
  const [first, last] = [curve[0], curve.at(-1)]
  if (!first || !last) return ''
  const all = [[from, first[1]], ...curve, [to, last[1]]] as Points
  return `M${all.map(([value, points]) => `${x(value).toFixed(1)},${y(points).toFixed(1)}`).join('L')}`
}

interface Props {
  curve: Points
  unit: string
  /** What it is the curve of; its caption. */
  label: string
  /** Values that are shown on it, each with its points. */
  marks?: { value: number; points: number; label: string }[]
  /** Other versions, drawn under it. */
  others?: { curve: Points; label: string }[]
  height?: number
  /** What is drawn over the curve: handles of the editor. */
  children?: (scales: CurveScales) => ComponentChildren
}

/** A metric's curve: which value brings how many points. */
export function Curve({ curve, unit, label, marks = [], others = [], height = 260, children }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const also = [...marks.map(({ value }) => value), ...others.flatMap((other) => other.curve.map(([x]) => x))]
  const scales = curveScales(curve, width, height, also)
  const { x, y } = scales
  return (
    <Figure
      caption={`${label}: points for values from ${inUnit(curve[0]?.[0], unit)} to ${inUnit(curve.at(-1)?.[0], unit)}.`}
      heads={['Value', 'points']}
      rows={curve.map(([value, points]) => [inUnit(value, unit), points])}
    >
      <div ref={frame}>
        <svg class="chart" width={width} height={height} role={children ? 'group' : 'img'} aria-label={label}>
          <CurveAxes scales={scales} unit={unit} />
          {others.map((other) => (
            <path key={other.label} class="curve-line other" d={curvePath(other.curve, scales)} />
          ))}
          <path class="curve-line" d={curvePath(curve, scales)} />
          {!children &&
            curve.map(([value, points]) => (
              <circle key={value} class="curve-point" cx={x(value)} cy={y(points)} r={3.5} />
            ))}
          {marks.map((mark) => (
            <CurveMark key={mark.label} {...mark} scales={scales} />
          ))}
          {children?.(scales)}
        </svg>
      </div>
    </Figure>
  )
}

interface CurveMarkProps {
  value: number
  points: number
  label: string
  scales: CurveScales
}

/** A value on the curve: a drop line to both axes, a dot, and its words on the side where there is room. */
function CurveMark({ value, points, label, scales: { x, y, width } }: CurveMarkProps) {
  const [cx, cy] = [x(value), y(points)]
  const toLeft = cx > width * 0.6
  return (
    <g>
      <path class="curve-drop" d={`M${cx},${y(0)}V${cy}H${SIDES.left}`} />
      <circle class="curve-mark" cx={cx} cy={cy} r={6} />
      <text
        class="strong halo"
        x={cx + (toLeft ? -12 : 12)}
        y={cy + (points > 85 ? 18 : -10)}
        text-anchor={toLeft ? 'end' : 'start'}
      >
        {label}
      </text>
    </g>
  )
}
