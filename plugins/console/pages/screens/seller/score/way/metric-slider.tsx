import { useId } from 'preact/hooks'
import { rangeOf } from '../../../../logic/ranges.ts'
import type { Explanation } from '../../../../logic/waterfall.ts'
import { Delta } from '../../../../parts/badges.tsx'
import { inUnit, nameOf } from '../../../../words/metrics.ts'
import { words } from './words.ts'

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
        {words.now(inUnit(now, unit))}
        {change !== undefined && change !== 0 && <Delta value={change} />}
      </span>
    </div>
  )
}
