import { useRead } from '../../api/queries.ts'
import { number, type Parameter, text, type Values } from '../../logic/url-state.ts'
import { Button } from '../../parts/button.tsx'
import { allOr } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { useMe } from '../../parts/me.ts'
import { ENTITIES } from './entities-and-deeds.ts'

interface Props {
  values: AuditState
  change: (part: Partial<AuditState>, how?: { replace?: boolean }) => void
}

/** What narrows the log. */
export function AuditFilters({ values, change }: Props) {
  const { entity, person, from, to } = values
  const kinds = entity && !(entity in ENTITIES) ? { [entity]: entity, ...ENTITIES } : ENTITIES
  return (
    <Filters
      class="audit-filters"
      values={values}
      change={change}
      fields={[
        { name: 'entity', label: 'Record', options: allOr(kinds), resets: ['id'] },
        { name: 'id', label: 'Its number', type: 'text' },
        { name: 'person', label: 'Person', options: usePeople(person) },
        { name: 'action', label: 'Action', type: 'text', placeholder: 'seller.updated', maxLength: 100 },
        { name: 'from', label: 'From', type: 'date', max: to || undefined },
        { name: 'to', label: 'To', type: 'date', min: from || undefined },
      ]}
    >
      {isNarrowed(values) && (
        <Button class="clear" onClick={() => change({ ...NOTHING, page: 1 })}>
          Clear the filters
        </Button>
      )}
    </Filters>
  )
}

/** The accounts to choose from, and the one that the address names, whoever that is. */
function usePeople(chosen: number | undefined): [string, string][] {
  const { may } = useMe()
  const { data } = useRead('/api/users', { query: { limit: 500 } }, { enabled: may('users.read') })
  const people = (data?.data ?? []).map(({ id, username }): [string, string] => [String(id), username])
  const isKnown = chosen === undefined || people.some(([id]) => id === String(chosen))
  return [
    ['', 'All'],
    ...(isKnown ? [] : [[String(chosen), `User ${chosen}`] as [string, string]]),
    ...people,
  ]
}

/** A day, `2026-10-03`. */
const day = (): Parameter<string> => ({
  read: (written) => (isDay(written) ? written : undefined),
  write: (value) => value,
  fallback: '',
})

const isDay = (written: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(`${written}T00:00:00Z`))

/** What narrows the log; `entity` with `id` is one record. */
export const AUDIT = {
  entity: text(),
  id: text(),
  person: number(),
  action: text(),
  from: day(),
  to: day(),
  page: number(1),
}

type AuditState = Values<typeof AUDIT>

export const NOTHING = { entity: '', id: '', person: undefined, action: '', from: '', to: '' }

export const isNarrowed = ({ entity, id, person, action, from, to }: AuditState) =>
  Boolean(entity || id || person || action || from || to)
