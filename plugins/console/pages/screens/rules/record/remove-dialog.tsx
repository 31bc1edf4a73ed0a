import { tagOf } from '../../../api/client.ts'
import { useSend } from '../../../api/queries.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { type RuleRecord, recordPath } from '../rule.ts'
import { words } from './dialog-words.ts'

interface Props {
  type: RuleType
  record: RuleRecord
  onClose: () => void
}

/** Deletes a record, for good: the service brings none back. */
export function RemoveDialog({ type, record, onClose }: Props) {
  const removing = useSend('DELETE', recordPath(type), {
    changes: ['/api/config'],
    onDone() {
      onClose()
      toast(words.removed)
    },
  })
  return (
    <Confirm
      title={words.remove}
      open
      onClose={onClose}
      onConfirm={() => removing.mutate({ path: { id: record.id }, ifMatch: tagOf(record) })}
      action={words.remove}
      danger
      busy={removing.isPending}
      error={removing.error}
    >
      <p>{words.removeText}</p>
    </Confirm>
  )
}
