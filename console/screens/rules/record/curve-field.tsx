import { CurveEditor } from '../../../charts/curve-editor.tsx'
import {
  addAfter,
  boundsOf,
  type CurvePoints,
  FEWEST_POINTS,
  MOST_POINTS,
  removePoint,
  setPoint,
} from '../../../logic/rules/curve-edit.ts'
import { IconButton } from '../../../parts/button.tsx'
import { inUnit } from '../../../words/metrics.ts'
import { NumberField } from './number-field.tsx'

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
    if (value <= low) return `Must be above ${inUnit(low, unit)}, where the point before is.`
    return value >= high ? `Must be below ${inUnit(high, unit)}, where the next point is.` : undefined
  }
  return (
    <div class="stack">
      <CurveEditor curve={curve} saved={saved} unit={unit} label={label} onEdit={onEdit} />
      <p class="hint">
        Drag a point, or move it by arrow keys, ten times as far with Shift. A double click adds one. Between
        two points the line is straight, beyond the ends it is level.
      </p>
      <div class="points">
        {curve.map(([x, y], index) => (
          <div key={`${curve.length} ${index}`} class="point-row">
            <span class="faint tabular">{index + 1}</span>
            <NumberField
              bare
              label={`Value of point ${index + 1}`}
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
              label={`Points of point ${index + 1}`}
              value={y}
              min={0}
              max={100}
              onWrong={(wrong) => onWrong(`curve ${index} y`, wrong)}
              onValue={(value) => onEdit((now) => setPoint(now, index, [now[index]?.[0] ?? x, value]) ?? now)}
            />
            <IconButton
              icon="plus"
              label={`Add a point after point ${index + 1}`}
              title={`Add a point after point ${index + 1}`}
              disabled={curve.length >= MOST_POINTS}
              onClick={() => onEdit((now) => addAfter(now, index)?.curve ?? now)}
            />
            <IconButton
              icon="close"
              label={`Remove point ${index + 1}`}
              title={`Remove point ${index + 1}`}
              disabled={curve.length <= FEWEST_POINTS}
              onClick={() => onEdit((now) => removePoint(now, index))}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
