import { useState } from 'preact/hooks'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { later } from '../../../parts/later.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import type { RuleRecord } from '../rule.ts'
import { words } from './words.ts'

const RemoveDialog = later(() => import('./dialogs.ts').then((module) => module.RemoveDialog))

/** What is done with a record as a whole. */
export function RecordMenu({ type, record }: { type: RuleType; record: RuleRecord }) {
  const { may } = useMe()
  const [asking, ask] = useState(false)
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
      {asking && <RemoveDialog type={type} record={record} onClose={() => ask(false)} />}
    </>
  )
}
