import { useId } from 'preact/hooks'
import type { Explanation } from '../../../../logic/seller/waterfall.ts'
import { Delta } from '../../../../parts/badges.tsx'
import { inUnit, nameOf } from '../../../../words/metrics.ts'

interface Props {
  metric: Explanation['metrics'][number]
  value: number
  /** What it alone does to the total. */
  change: number | undefined
  onValue: (value: number) => void
}

/** A metric's value to try, by pointer, by arrows and as a number. */
export function MetricSlider({ metric: { metric, unit, value: now, curve }, value, change, onValue }: Props) {
  const id = useId()
  const { from, to, step } = rangeOf(curve as [number, number][], now ?? 0, unit)
  function take(text: string) {
    const number = Number(text)
    if (text !== '' && Number.isFinite(number) && number >= 0) onValue(Math.round(number * 100) / 100)
  }
  return (
    <div class="slider">
      <label for={id}>{nameOf(metric)}</label>
      <input
        type="number"
        class="numeric"
        aria-label={nameOf(metric)}
        min={0}
        step={step}
        value={Math.round(value * 100) / 100}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <input
        id={id}
        type="range"
        min={from}
        max={to}
        step={step}
        value={value}
        aria-valuetext={inUnit(value, unit)}
        onInput={(event) => take(event.currentTarget.value)}
      />
      <span class="faint small slider-now">
        {`now ${inUnit(now, unit)}`}
        {change !== undefined && change !== 0 && <Delta value={change} />}
      </span>
    </div>
  )
}

type Points = [x: number, points: number][]

/** What a slider of a metric goes over: where its curve changes, and the present value. A percent ends at 100. */
function rangeOf(curve: Points, value: number, unit: string) {
  const values = [...curve.map(([x]) => x), value]
  const low = Math.max(0, Math.floor(Math.min(...values)))
  const [from, to] = [low, Math.ceil(Math.max(...values))]
  const most = unit === 'percent' && Math.max(...curve.map(([x]) => x)) <= 100 && value <= 100 ? 100 : to
  const end = Math.min(to, most)
  return { from, to: end > from ? end : from + 1, step: end - from > 40 ? 0.5 : end - from > 10 ? 0.1 : 0.05 }
}
