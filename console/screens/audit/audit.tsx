import { Page } from '../../parts/page.tsx'
import { RecordPages } from '../../parts/record-pages.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { type AuditEntry, Entry } from './entry.tsx'
import { AUDIT, AuditFilters, isNarrowed, NOTHING } from './filters.tsx'
import { LogState } from './log-state.tsx'

/** Who changed what, when, from what to what. */
export default function Audit() {
  const [values, change] = useUrlState(AUDIT)
  const { entity, id, person, action, from, to, page } = values
  const query = {
    entity: entity || undefined,
    entity_id: id.trim() || undefined,
    user_id: person,
    action: action.trim() || undefined,
    from: from || undefined,
    to: to || undefined,
  }
  const isOneRecord = Boolean(entity && id)
  const only = ({ entity, entity_id }: AuditEntry) =>
    change({ ...NOTHING, entity, id: entity_id ?? '', page: 1 })
  return (
    <Page title="Audit">
      {!isNarrowed(values) && page === 1 && <LogState />}
      <AuditFilters values={values} change={change} />
      <RecordPages
        title="Changes, the newest first"
        path="/api/audit"
        request={{ query }}
        height="40rem"
        onClear={isNarrowed(values) ? () => change({ ...NOTHING, page: 1 }) : undefined}
        none="Nothing has been changed yet"
        hint="Every change that a person, a key or the service makes is written down here."
      >
        {(entries, pager) => (
          <>
            <ol class="audit">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} isOpen={isOneRecord} onOnly={only} />
              ))}
            </ol>
            {pager}
          </>
        )}
      </RecordPages>
    </Page>
  )
}
