import { useRef, useState } from 'preact/hooks'
import {
  addPoint,
  type CurvePoints,
  isSameCurve,
  movePoint,
  removePoint,
  stepOf,
} from '../logic/rules/curve-edit.ts'
import { inUnit } from '../words/metrics.ts'
import { CurveAxes, type CurveScales, curvePath, curveScales } from './curve.tsx'
import { useWidth } from './use-width.ts'

const digits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

interface Props {
  curve: CurvePoints
  /** The curve before the edit: dashed, where it differs. */
  saved: CurvePoints
  unit: string
  label: string
  /** Edits the curve as it is by then: keys come faster than the page is drawn. */
  onEdit: (edit: (curve: CurvePoints) => CurvePoints) => void
  height?: number
}

/**
 * A curve whose points are dragged, or moved by arrow keys (ten times as far with Shift). A double click adds a point
 * on the curve, Delete removes one. The fields beside it do the same by numbers.
 */
export function CurveEditor({ curve, saved, unit, label, onEdit, height = 300 }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const svg = useRef<SVGSVGElement>(null)
  const points = useRef<(SVGGElement | null)[]>([])
  // While a point is held the scales stand still, or it would run away from the pointer.
  const [held, hold] = useState<{ index: number; scales: CurveScales } | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const scales =
    held?.scales ??
    curveScales(
      curve,
      width,
      height,
      saved.map(([x]) => x),
    )
  const step = stepOf(saved)

  function placeOf({ clientX, clientY }: MouseEvent): [number, number] {
    const { left, top } = (svg.current as SVGSVGElement).getBoundingClientRect()
    return [scales.valueAt(clientX - left), scales.pointsAt(clientY - top)]
  }
  function drag(event: PointerEvent) {
    if (!held) return
    const place = placeOf(event)
    onEdit((now) => movePoint(now, held.index, place, step * 2))
  }
  function press(event: KeyboardEvent, index: number) {
    const by = event.shiftKey ? 10 : 1
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-by * step, 0],
      ArrowRight: [by * step, 0],
      ArrowUp: [0, by],
      ArrowDown: [0, -by],
    }
    const move = moves[event.key]
    if (move) onEdit((now) => moveBy(now, index, move, step))
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      onEdit((now) => removePoint(now, index))
      points.current[Math.max(0, index - 1)]?.focus()
    } else return
    event.preventDefault()
  }
  function add(event: MouseEvent) {
    const x = Number(placeOf(event)[0].toFixed(Math.max(0, -Math.log10(step))))
    onEdit((now) => addPoint(now, x)?.curve ?? now)
  }

  const isSame = isSameCurve(curve, saved)
  return (
    <div ref={frame} class="curve-editor">
      <svg
        ref={svg}
        class="chart"
        width={width}
        height={height}
        role="group"
        aria-label={label}
        onDblClick={add}
        onPointerMove={drag}
        onPointerUp={() => hold(null)}
        onPointerCancel={() => hold(null)}
      >
        <CurveAxes scales={scales} unit={unit} />
        {/* The same elements, changed or not: a point that moves in the document loses the focus. */}
        <path
          class={isSame ? 'curve-area' : 'curve-change'}
          d={
            isSame
              ? `${curvePath(curve, scales)}V${scales.y(0)}H${scales.x(scales.from)}Z`
              : between(curve, saved, scales)
          }
        />
        <path class="curve-line other" d={isSame ? '' : curvePath(saved, scales)} />
        <path class="curve-line" d={curvePath(curve, scales)} />
        {curve.map(([value, brings], index) => {
          const says = `${inUnit(value, unit)} brings ${digits.format(brings)} points`
          const [cx, cy] = [scales.x(value), scales.y(brings)]
          return (
            <g
              key={index}
              ref={(element) => {
                points.current[index] = element
              }}
              class={held?.index === index ? 'handle held' : 'handle'}
              tabindex={0}
              role="slider"
              aria-label={`Point ${index + 1}`}
              aria-roledescription="Point of the curve, moved by arrow keys"
              aria-valuenow={brings}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuetext={says}
              onKeyDown={(event) => press(event, index)}
              onFocus={() => setActive(index)}
              onBlur={() => setActive(null)}
              onTouchStart={(event) => event.preventDefault()} // else a finger scrolls the page
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                event.currentTarget.focus({ preventScroll: true })
                hold({ index, scales })
              }}
            >
              <circle class="reach" cx={cx} cy={cy} r={15} />
              <circle class="knob" cx={cx} cy={cy} r={7} />
            </g>
          )
        })}
        {active !== null && curve[active] && <Says place={curve[active]} unit={unit} scales={scales} />}
      </svg>
    </div>
  )
}

/** A move along one axis only leaves the other number as it was, decimals and all. */
function moveBy(curve: CurvePoints, index: number, [right, up]: [number, number], step: number): CurvePoints {
  const [x, y] = curve[index] ?? [0, 0]
  const [movedX, movedY] = movePoint(curve, index, [x + right, y + up], step)[index] ?? [x, y]
  return curve.with(index, right === 0 ? [x, movedY] : [movedX, y])
}

/** The area between two curves. */
function between(curve: CurvePoints, saved: CurvePoints, scales: CurveScales) {
  const back = curvePath(saved, scales).slice(1).split('L').reverse().join('L')
  return `${curvePath(curve, scales)}L${back}Z`
}

interface SaysProps {
  place: [number, number]
  unit: string
  scales: CurveScales
}

/** What the point says that is held or has the focus, on the side where there is room. */
function Says({ place: [value, points], unit, scales: { x, y, width } }: SaysProps) {
  const left = x(value) > width * 0.6
  return (
    <text
      class="strong halo"
      aria-hidden="true"
      x={x(value) + (left ? -16 : 16)}
      y={y(points) + (points > 80 ? 20 : -12)}
      text-anchor={left ? 'end' : 'start'}
    >
      {inUnit(value, unit)} → {digits.format(points)}
    </text>
  )
}
