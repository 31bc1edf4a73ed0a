import { Curve } from '../../../charts/curve.tsx'
import type { CurvePoints } from '../../../logic/curve-edit.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { unitOf } from '../metric-facts.ts'
import { hasCurve, ownFields, type RuleRecord } from '../rule.ts'
import { words } from './dialog-words.ts'
import { RuleDiff } from './rule-diff.tsx'
import type { RuleForm } from './use-form.ts'

interface Props {
  type: RuleType
  form: RuleForm
  /** The version that somebody else has saved. */
  theirs: RuleRecord
  onClose: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Both versions side by side, after a save that came too late. Nothing is lost by closing it. */
export function StaleDialog({ type, form, theirs, onClose, onTakeTheirs, onKeepMine }: Props) {
  const { version, effective_from, effective_to } = theirs
  const names: [string, string] = [words.theirs(version), words.mine]
  return (
    <Dialog title={words.stale} open onClose={onClose} form="side">
      <p>{words.staleText(version)}</p>
      {hasCurve(type) && (
        <Curve
          curve={form.fields.curve as CurvePoints}
          others={[{ curve: theirs.curve as CurvePoints, label: names[0] }]}
          unit={unitOf(theirs.metric)}
          label={names.join(', ')}
          height={200}
        />
      )}
      <RuleDiff
        type={type}
        before={{ ...ownFields(theirs), effective_from, effective_to }}
        after={{ ...form.fields, ...form.dates }}
        heads={names}
        caption={names.join(', ')}
      />
      <footer class="actions">
        <button type="button" class="button" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </button>
        <button type="button" class="button primary" onClick={onKeepMine}>
          {words.keepMine}
        </button>
      </footer>
    </Dialog>
  )
}
