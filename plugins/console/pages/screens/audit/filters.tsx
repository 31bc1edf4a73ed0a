import { useRead } from '../../api/queries.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useMe } from '../../parts/me.ts'
import { type AuditState, isNarrowed, NOTHING } from './url.ts'
import { ENTITIES, words } from './words.ts'

interface Props {
  values: AuditState
  onChange: (part: Partial<AuditState>, how?: { replace: boolean }) => void
}

/** What narrows the log. */
export function Filters({ values, onChange }: Props) {
  const { entity, person } = values
  const people = usePeople(person)
  const kinds = entity && !(entity in ENTITIES) ? { [entity]: entity, ...ENTITIES } : ENTITIES
  return (
    <search class="filters audit-filters">
      <SelectField
        label={words.entity}
        value={entity}
        onValue={(next) => onChange({ entity: next, id: '' })}
        options={[['', words.all], ...Object.entries(kinds)]}
      />
      <TextField
        label={words.id}
        maxLength={200}
        value={values.id}
        onValue={(id) => onChange({ id }, { replace: true })}
      />
      <SelectField
        label={words.person}
        value={String(person ?? '')}
        onValue={(id) => onChange({ person: Number(id) || undefined })}
        options={people}
      />
      <TextField
        label={words.action}
        placeholder={words.actionHint}
        maxLength={100}
        value={values.action}
        onValue={(action) => onChange({ action }, { replace: true })}
      />
      <TextField
        label={words.from}
        type="date"
        max={values.to || undefined}
        value={values.from}
        onValue={(from) => onChange({ from })}
      />
      <TextField
        label={words.to}
        type="date"
        min={values.from || undefined}
        value={values.to}
        onValue={(to) => onChange({ to })}
      />
      {isNarrowed(values) && (
        <button type="button" class="button clear" onClick={() => onChange(NOTHING)}>
          {words.clear}
        </button>
      )}
    </search>
  )
}

/** The accounts to choose from, and the one that the address names, whoever that is. */
function usePeople(chosen: number | undefined): [string, string][] {
  const { may } = useMe()
  const { data } = useRead('/api/users', { query: { limit: 500 } }, { enabled: may('users.read') })
  const people = (data?.data ?? []).map(({ id, username }): [string, string] => [String(id), username])
  const isKnown = chosen === undefined || people.some(([id]) => id === String(chosen))
  return [
    ['', words.all],
    ...(isKnown ? [] : [[String(chosen), words.user(chosen)] as [string, string]]),
    ...people,
  ]
}
