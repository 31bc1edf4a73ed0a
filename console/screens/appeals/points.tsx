import { pointsOf } from '../../logic/appeal-step.ts'
import { score } from '../../logic/format.ts'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { type Component, nameOf } from '../../words/metrics.ts'

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
  const label = `${nameOf(component)}, points after the decision`
  const raw = pointsOf(points)
  return (
    <div class="stack tight">
      <Checkbox checked={adjust} onValue={onAdjust}>
        Change the points
      </Checkbox>
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
            <span class="faint small">{`The score now has ${score(now)} points here.`}</span>
          </div>
          <TextField
            label={label}
            inputMode="decimal"
            hint="From 0 to 100, with at most two decimals"
            error={raw === null ? 'Points are a number from 0 to 100 with at most two decimals.' : undefined}
            value={points}
            onValue={onPoints}
          />
        </div>
      ) : (
        <p class="notice">
          Without new points the score stays as it is. Correct the facts, then calculate the month again.
        </p>
      )}
    </div>
  )
}
