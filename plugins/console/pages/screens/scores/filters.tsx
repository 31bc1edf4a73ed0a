import { useRead } from '../../api/queries.ts'
import { isNarrowed, type ScoreList, STATUSES } from '../../logic/score-list.ts'
import { useManagers, useWarehouses } from '../../parts/choices.ts'
import { SelectField } from '../../parts/field.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { STATUS, words } from './words.ts'

interface Props {
  values: ScoreList
  onChange: (part: Partial<ScoreList>, how?: { replace: boolean }) => void
}

/** What narrows the list. Every change leads to the first page. */
export function Filters({ values, onChange }: Props) {
  const tiers = useRead('/api/sos/tiers')
  const warehouses = useWarehouses()
  const managers = useManagers()
  const narrow = (part: Partial<ScoreList>, how?: { replace: boolean }) => onChange({ ...part, page: 1 }, how)
  const names = tiers.data?.data.map(({ name }) => name) ?? []
  const known = values.tier && !names.includes(values.tier) ? [values.tier, ...names] : names
  return (
    <search class="filters">
      <SearchField
        label={words.search}
        placeholder={words.searchHint}
        value={values.q}
        onValue={(q) => narrow({ q }, { replace: true })}
      />
      <SelectField
        label={words.status}
        value={values.status}
        onValue={(status) => narrow({ status: status as ScoreList['status'] })}
        options={[['', words.all], ...STATUSES.map((one): [string, string] => [one, STATUS[one]])]}
      />
      <SelectField
        label={words.tier}
        value={values.tier}
        onValue={(tier) => narrow({ tier })}
        options={[['', words.all], ...known.map((one): [string, string] => [one, one])]}
      />
      {warehouses && (
        <SelectField
          label={words.warehouse}
          value={String(values.warehouse ?? '')}
          onValue={(id) => narrow({ warehouse: Number(id) || undefined })}
          options={warehouses}
        />
      )}
      {managers && (
        <SelectField
          label={words.manager}
          value={String(values.am ?? '')}
          onValue={(id) => narrow({ am: Number(id) || undefined })}
          options={managers}
        />
      )}
      {isNarrowed(values) && (
        <button
          type="button"
          class="button clear"
          onClick={() => narrow({ q: '', status: '', tier: '', am: undefined, warehouse: undefined })}
        >
          {words.clear}
        </button>
      )}
    </search>
  )
}
