import { ticks } from 'd3-array'
import { shortMonth } from '../logic/format.ts'
import type { Scale } from './scale.ts'

interface Props {
  scale: Scale
  range: [number, number]
  width: number
  left: number
  count?: number
}

/** Lines across a chart with their values on the left. They say nothing to a screen reader: the table does. */
export function ValueAxis({ scale, range, width, left, count = 4 }: Props) {
  return (
    <g class="axis" aria-hidden="true">
      {ticks(...range, count).map((value) => (
        <g key={value} transform={`translate(0 ${scale(value)})`}>
          <line x1={left} x2={width} />
          <text x={left - 6} dy="0.32em" text-anchor="end">
            {value}
          </text>
        </g>
      ))}
    </g>
  )
}

interface MonthAxisProps {
  periods: string[]
  /** Where the middle of each month is. */
  middle: (index: number) => number
  y: number
  /** The width of a month, in pixels: names are left out where they would touch. */
  width: number
}

const NAME_WIDTH = 52

export function MonthAxis({ periods, middle, y, width }: MonthAxisProps) {
  const every = Math.max(1, Math.ceil(NAME_WIDTH / width))
  return (
    <g class="axis" aria-hidden="true">
      {periods.map((period, index) =>
        (periods.length - 1 - index) % every === 0 ? (
          <text key={period} x={middle(index)} y={y} text-anchor="middle">
            {shortMonth(period)}
          </text>
        ) : null,
      )}
    </g>
  )
}
