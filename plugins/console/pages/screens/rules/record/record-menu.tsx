import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { useSend } from '../../../api/queries.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { type RuleRecord, recordPath } from '../rule.ts'
import { words } from './words.ts'

/** What is done with a record as a whole. */
export function RecordMenu({ type, record }: { type: RuleType; record: RuleRecord }) {
  const { may } = useMe()
  const [asking, ask] = useState(false)
  const removing = useSend('DELETE', recordPath(type), {
    changes: ['/api/config'],
    onDone() {
      ask(false)
      toast(words.removed)
    },
  })
  return (
    <>
      {may('audit.read') && (
        <Link class="button" to={`/audit?entity=config&id=${record.id}`}>
          {words.audit}
        </Link>
      )}
      {may('config.write') && record.is_active && (
        <button type="button" class="button" onClick={() => ask(true)}>
          {words.remove}
        </button>
      )}
      <Confirm
        title={words.remove}
        open={asking}
        onClose={() => ask(false)}
        onConfirm={() => removing.mutate({ path: { id: record.id }, ifMatch: tagOf(record) })}
        action={words.remove}
        danger
        busy={removing.isPending}
        error={removing.error}
      >
        <p>{words.removeText}</p>
      </Confirm>
    </>
  )
}
