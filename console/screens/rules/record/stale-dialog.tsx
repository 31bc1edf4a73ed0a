import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { hasCurve, ownFields, type RuleRecord } from '../rule.ts'
import { RuleDiff } from './rule-diff.tsx'
import type { RuleForm } from './use-form.ts'
import { Curves } from './version-curves.tsx'

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
  const names: [string, string] = [`Version ${version}, saved`, 'Yours']
  return (
    <Dialog title="Somebody changed this record in the meantime" open onClose={onClose} form="side">
      <p>{`Version ${version} is saved already. What you have typed is still here: compare both, then decide.`}</p>
      {hasCurve(type) && (
        <Curves versions={[{ ...theirs, curve: form.fields.curve, version: version + 1 }, theirs]} />
      )}
      <RuleDiff
        type={type}
        before={{ ...ownFields(theirs), effective_from, effective_to }}
        after={{ ...form.fields, ...form.dates }}
        heads={names}
        caption={names.join(', ')}
      />
      <footer class="actions">
        <Button onClick={onTakeTheirs}>Take the saved one</Button>
        <Button class="primary" onClick={onKeepMine}>
          Keep my changes
        </Button>
      </footer>
    </Dialog>
  )
}
