import { CurveEditor } from '../../../charts/curve-editor.tsx'
import {
  addAfter,
  boundsOf,
  type CurvePoints,
  FEWEST_POINTS,
  MOST_POINTS,
  removePoint,
  setPoint,
} from '../../../logic/curve-edit.ts'
import { Icon } from '../../../parts/icon.tsx'
import { inUnit } from '../../../words/metrics.ts'
import { wordsOf } from '../../../words/words.ts'
import { NumberField } from './number-field.tsx'

const words = wordsOf({
  valueOf: (number: number) => `Value of point ${number}`,
  pointsOf: (number: number) => `Points of point ${number}`,
  add: (number: number) => `Add a point after point ${number}`,
  remove: (number: number) => `Remove point ${number}`,
  above: (bound: string) => `Must be above ${bound}, where the point before is.`,
  below: (bound: string) => `Must be below ${bound}, where the next point is.`,
  how: 'Drag a point, or move it by arrow keys, ten times as far with Shift. A double click adds one. Between two points the line is straight, beyond the ends it is level.',
})

interface Props {
  curve: CurvePoints
  saved: CurvePoints
  unit: string
  label: string
  onEdit: (edit: (curve: CurvePoints) => CurvePoints) => void
  onWrong: (name: string, wrong: boolean) => void
}

/** A curve by hand and by numbers: both always show the same points. */
export function CurveField({ curve, saved, unit, label, onEdit, onWrong }: Props) {
  function refuse(index: number, value: number) {
    const [low, high] = boundsOf(curve, index)
    if (value <= low) return words.above(inUnit(low, unit))
    return value >= high ? words.below(inUnit(high, unit)) : undefined
  }
  return (
    <div class="stack">
      <CurveEditor curve={curve} saved={saved} unit={unit} label={label} onEdit={onEdit} />
      <p class="hint">{words.how}</p>
      <div class="points">
        {curve.map(([x, y], index) => (
          <div key={`${curve.length} ${index}`} class="point-row">
            <span class="faint tabular">{index + 1}</span>
            <NumberField
              bare
              label={words.valueOf(index + 1)}
              value={x}
              refuse={(value) => refuse(index, value)}
              onWrong={(wrong) => onWrong(`curve ${index} x`, wrong)}
              onValue={(value) => onEdit((now) => setPoint(now, index, [value, now[index]?.[1] ?? y]) ?? now)}
            />
            <span class="faint" aria-hidden="true">
              →
            </span>
            <NumberField
              bare
              label={words.pointsOf(index + 1)}
              value={y}
              min={0}
              max={100}
              onWrong={(wrong) => onWrong(`curve ${index} y`, wrong)}
              onValue={(value) => onEdit((now) => setPoint(now, index, [now[index]?.[0] ?? x, value]) ?? now)}
            />
            <button
              type="button"
              class="icon-button"
              aria-label={words.add(index + 1)}
              title={words.add(index + 1)}
              disabled={curve.length >= MOST_POINTS}
              onClick={() => onEdit((now) => addAfter(now, index)?.curve ?? now)}
            >
              <Icon name="plus" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={words.remove(index + 1)}
              title={words.remove(index + 1)}
              disabled={curve.length <= FEWEST_POINTS}
              onClick={() => onEdit((now) => removePoint(now, index))}
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
