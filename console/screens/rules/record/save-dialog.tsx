import { send, tagOf } from '../../../api/client.ts'
import { refresh, useSend } from '../../../api/queries.ts'
import { month, plural } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/rules/migration.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Confirm } from '../../../parts/forms/confirm.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { acceptOf, actionOf } from '../few-faults.ts'
import type { Preview } from '../impact/use-preview.ts'
import { useTiers } from '../impact/use-tiers.ts'
import { ownFields, type RuleRecord, recordPath } from '../rule.ts'
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

/**
 * Says what a new version will do, in numbers, and saves it. It can be undone, by a version that says the old again.
 */
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
          refresh(['/api/config'])
          return onSaved()
        })
      toast(`Saved as version ${next}.`, { undo })
      onSaved()
      onClose()
    },
  })
  function save() {
    saving.mutate(
      { path, body: { ...form.changes, ...acceptOf(saving.error) } as never, ifMatch: tagOf(record) },
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
      title={`Save version ${next}?`}
      open
      onClose={onClose}
      onConfirm={save}
      action={actionOf(`Save version ${next}, live`, saving.error)}
      of={saving}
    >
      <p>{`Version ${next} counts in every month ${from <= '2000-01' ? '' : `from ${month(from)} on `}that is calculated again. Final scores keep the version that they were made with.`}</p>
      {shift && form.hasNewFields && (
        <p>
          <strong>
            {`In ${month(preview.period)}, ${shift.up + shift.down} of ${plural(shift.all, 'seller', 'sellers')} would change tier: ${shift.up} up, ${shift.down} down.`}
          </strong>
        </p>
      )}
    </Confirm>
  )
}
