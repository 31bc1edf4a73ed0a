import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { hasCurve, ownFields, type RuleRecord } from '../rule.ts'
import { Curves } from './curves-later.tsx'
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
