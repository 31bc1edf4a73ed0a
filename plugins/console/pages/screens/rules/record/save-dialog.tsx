import { send, tagOf } from '../../../api/client.ts'
import { queries, refresh, useSend } from '../../../api/queries.ts'
import { month } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/migration.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { toast } from '../../../parts/toasts.tsx'
import type { Preview } from '../impact/use-preview.ts'
import { useTiers } from '../impact/use-tiers.ts'
import { ownFields, type RuleRecord, recordPath } from '../rule.ts'
import { words } from './dialog-words.ts'
import type { RuleForm } from './use-form.ts'

interface Props {
  type: RuleType
  record: RuleRecord
  form: RuleForm
  preview: Preview | undefined
  onClose: () => void
  /** The record is saved; called again when the save is undone. */
  onSaved: () => Promise<unknown>
  /** There is a newer version than the one that was edited. */
  onStale: () => void
}

/** Says what a new version will do, in numbers, and saves it. It can be undone, by a version that says the old again. */
export function SaveDialog({ type, record, form, preview, onClose, onSaved, onStale }: Props) {
  const next = record.version + 1
  const path = { id: record.id }
  const before = {
    ...ownFields(record),
    effective_from: record.effective_from,
    effective_to: record.effective_to,
  }
  const saving = useSend('PUT', recordPath(type), {
    changes: ['/api/config'],
    onDone(answer) {
      const undo = () =>
        send('PUT', recordPath(type), { path, body: before as never, ifMatch: tagOf(answer) }).then(() => {
          refresh(queries, ['/api/config'])
          return onSaved()
        })
      toast(words.savedAs(next), { undo })
      onSaved()
      onClose()
    },
  })
  function save() {
    saving.mutate(
      { path, body: form.changes as never, ifMatch: tagOf(record) },
      {
        onError({ status }) {
          if (status !== 412) return
          onClose()
          onStale()
        },
      },
    )
  }
  const { order } = useTiers()
  const shift = preview && shiftOf(preview.migration, order)
  const from = form.dates.effective_from
  return (
    <Confirm
      title={words.saveAsk(next)}
      open
      onClose={onClose}
      onConfirm={save}
      action={words.save(next)}
      busy={saving.isPending}
      error={saving.error}
    >
      <p>{from <= '2000-01' ? words.effectAlways(next) : words.effect(next, month(from))}</p>
      {shift && form.hasNewFields && (
        <p>
          <strong>
            {words.moved(shift.up + shift.down, shift.all, shift.up, shift.down, month(preview.period))}
          </strong>
        </p>
      )}
    </Confirm>
  )
}
