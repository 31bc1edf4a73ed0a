import { pointsOf } from '../../logic/appeal-step.ts'
import { score } from '../../logic/format.ts'
import { TextField } from '../../parts/field.tsx'
import { type Component, nameOf } from '../../words/metrics.ts'
import { words } from './words.ts'

interface Props {
  component: Component
  /** The points of the component as they are. */
  now: number
  /** As typed. */
  points: string
  adjust: boolean
  onPoints: (points: string) => void
  onAdjust: (adjust: boolean) => void
}

/** The points that the component has after the decision: a slider, and the number beside it. */
export function Points({ component, now, points, adjust, onPoints, onAdjust }: Props) {
  const label = words.newRaw(nameOf(component))
  const raw = pointsOf(points)
  return (
    <div class="stack tight">
      <label class="row check-row">
        <input type="checkbox" checked={adjust} onChange={(event) => onAdjust(event.currentTarget.checked)} />
        {words.adjust}
      </label>
      {adjust ? (
        <div class="points">
          <div class="points-slider">
            <input
              type="range"
              aria-label={label}
              aria-valuetext={score(raw ?? now)}
              min={0}
              max={100}
              step="any"
              value={raw ?? now}
              onInput={({ currentTarget }) => onPoints(String(Math.round(Number(currentTarget.value))))}
            />
            <span class="faint small">{words.points(score(now))}</span>
          </div>
          <TextField
            label={label}
            inputMode="decimal"
            hint={words.pointsHint}
            error={raw === null ? words.pointsWrong : undefined}
            value={points}
            onValue={onPoints}
          />
        </div>
      ) : (
        <p class="notice">{words.noAdjustment}</p>
      )}
    </div>
  )
}
