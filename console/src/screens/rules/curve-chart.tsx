import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { Dim } from '../../ui/dim.tsx'
import { inDigits, inUnit, monthOf, points, textOf } from '../../ui/format.ts'
import { type Axis, added, type Curve, moved, span, ticks, without } from './curve.ts'
import classes from './curve-chart.module.css'

const LEFT = 40
const RIGHT = 24
const TOP = 24
const BOTTOM = 46
const SAID = { fontSize: 13, fontWeight: 600, fill: 'var(--strong)', stroke: 'var(--page)', strokeWidth: 4 }

interface CurveChartProps {
  curve: Curve
  /** The curve that it replaces, as a dashed line. */
  before?: Curve
  unit: string
  /** A value that is measured, and what it brings. */
  mark?: [value: number, points: number]
  /** Which values sellers have in a month: a stroke each at the foot. */
  values?: number[]
  month?: string
  /** Pixels. */
  height?: number
  /** Without it the curve is only shown. */
  onChange?: (curve: Curve) => void
}

/** A curve whose points are dragged, moved by arrow keys, added by a double click and deleted by Delete. */
export function CurveChart(props: CurveChartProps) {
  const { curve, before = curve, unit, mark, values = [], month, height = 320, onChange } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  // While a point is held the axis stands still.
  const [held, setHeld] = useState<{ point: number; axis: Axis }>()
  const axis = held?.axis ?? span([before, curve, ...(mark ? [[mark]] : [])], unit)
  const [from, to] = axis
  const length = to - from
  const across = Math.max(1, width - LEFT - RIGHT)
  const up = height - TOP - BOTTOM
  const toX = (x: number) => LEFT + ((x - from) / length) * across
  const toY = (y: number) => TOP + (1 - y / 100) * up
  const at = ({ clientX, clientY, currentTarget }: MouseEvent<SVGElement>) => {
    const box = (currentTarget.ownerSVGElement ?? currentTarget).getBoundingClientRect()
    return [
      from + ((clientX - box.left - LEFT) / across) * length,
      (1 - (clientY - box.top - TOP) / up) * 100,
    ] as const
  }
  /** A hand is no finer than a unit, or a tenth of one where there are few. */
  const snapped = (x: number) => (length > 20 ? Math.round(x) : Math.round(x * 10) / 10)
  /** Level before the first point and after the last, from one end of the axis to the other. */
  const line = (curve: Curve) =>
    [[from, curve[0]?.[1] ?? 0] as const, ...curve, [to, curve.at(-1)?.[1] ?? 0] as const]
      .map(([x, y]) => `${toX(x)},${toY(y)}`)
      .join(' ')
  const drop = () => setHeld(undefined)
  /** What is said at its place: the point that is held, or the value that is measured. */
  const said = held ? curve[held.point] : mark
  // Above it on the side to which the line falls, where there is room; else below it on the other side.
  const isFalling = (curve[0]?.[1] ?? 0) > (curve.at(-1)?.[1] ?? 0)
  const isRight = said !== undefined && said[0] - from < length * (isFalling ? 0.6 : 0.4)

  const press = (i: number, onChange: (curve: Curve) => void) => (event: KeyboardEvent) => {
    const [x, y] = curve[i] ?? [0, 0]
    const far = event.shiftKey ? 10 : 1
    const step = (length / 100) * far
    const keys: Record<string, [number, number]> = {
      ArrowLeft: [x - step, y],
      ArrowRight: [x + step, y],
      ArrowUp: [x, y + far],
      ArrowDown: [x, y - far],
    }
    const target = keys[event.key]
    if (event.key === 'Delete') onChange(without(curve, i))
    else if (target) onChange(moved(curve, i, target))
    else return
    event.preventDefault()
  }

  return (
    <div ref={ref} style={{ touchAction: 'pan-y' }}>
      <Dim size="xs">
        Points{before !== curve && `; dashed: the rule before${onChange ? '' : '; a dot: a new point'}`}
        {values.length > 0 && month && `. Each tick at the foot is a seller in ${monthOf(month)}`}
      </Dim>
      {/* The points within are the controls; a double click is a shortcut for the button. */}
      <svg
        width="100%"
        height={height}
        // Nothing stands at its place before the room is known.
        visibility={width ? undefined : 'hidden'}
        fontSize={12}
        fill="var(--soft)"
        onDoubleClick={(event) => onChange?.(added(curve, at(event)))}
      >
        <title>Points by value</title>
        {[0, 25, 50, 75, 100].map((y) => (
          <g key={y}>
            <line x1={LEFT} x2="100%" y1={toY(y)} y2={toY(y)} stroke="var(--line)" />
            <text x={LEFT - 14} y={toY(y) + 4} textAnchor="end">
              {y}
            </text>
          </g>
        ))}
        <path
          d={values
            .filter((x) => x >= from && x <= to)
            .map((x) => `M${toX(x)} ${toY(0)}v-10`)
            .join('')}
          stroke="var(--strong)"
          opacity={0.5}
        />
        <text x={LEFT} y={height - 6}>
          Value{unit && ` in ${unit}`}
        </text>
        {ticks(axis).map((x) => (
          <text key={x} x={toX(x)} y={toY(0) + 22} textAnchor="middle">
            {textOf(x)}
          </text>
        ))}
        <polygon
          points={`${line(before)} ${line(curve).split(' ').reverse().join(' ')}`}
          fill="var(--series)"
          opacity={0.25}
        />
        <g fill="none" strokeLinejoin="round">
          <polyline points={line(before)} stroke="var(--soft)" strokeDasharray="4 4" />
          <polyline points={line(curve)} stroke="var(--series)" strokeWidth={2.5} />
        </g>
        {!onChange &&
          curve
            .filter(([x, y]) => !before.some((one) => one[0] === x && one[1] === y))
            .map(([x, y]) => <circle key={x} cx={toX(x)} cy={toY(y)} r={5} fill="var(--series)" />)}
        {onChange &&
          curve.map(([x, y], i) => (
            <circle
              // biome-ignore lint: a point has nothing but its place
              key={i}
              cx={toX(x)}
              cy={toY(y)}
              r={held?.point === i ? 9 : 7}
              className={classes.point}
              tabIndex={0}
              role="slider"
              aria-label={`Point ${i + 1}`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={y}
              aria-valuetext={`${inUnit(x, unit)} brings ${points(y)} points`}
              onKeyDown={press(i, onChange)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setHeld({ point: i, axis })
              }}
              onPointerMove={(event) => {
                if (held?.point !== i) return
                const [x, y] = at(event)
                onChange(moved(curve, i, [snapped(x), y]))
              }}
              onPointerUp={drop}
              onPointerCancel={drop}
            />
          ))}
        {mark && <circle cx={toX(mark[0])} cy={toY(mark[1])} r={5} fill="var(--strong)" />}
        {said && (
          <text
            {...SAID}
            x={toX(said[0]) + (isRight ? 10 : -10)}
            y={toY(said[1]) + (isRight === isFalling || said[1] < 25 ? -8 : 20)}
            textAnchor={isRight ? 'start' : 'end'}
            paintOrder="stroke"
          >
            {inUnit(said[0], unit)} → {inDigits(said[1])}
          </text>
        )}
      </svg>
    </div>
  )
}
