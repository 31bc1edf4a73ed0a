import { useRead } from '../../api/queries.ts'
import type { Written } from '../../logic/form-changes.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { words } from './words.ts'

/** The fields of a seller that people change. */
export const FIELDS = [
  { name: 'company_name' },
  { name: 'contract_type' },
  { name: 'contract_start_date' },
  { name: 'primary_warehouse_id', isNumber: true },
  { name: 'assigned_am_id', isNumber: true },
  { name: 'oms_system_type' },
  { name: 'payment_terms_days', isNumber: true },
] as const

type Name = (typeof FIELDS)[number]['name']

/** Who and what a seller can belong to, by id. */
export function useChoices() {
  const warehouses = useRead('/api/warehouses', { query: { limit: 500 } })
  const managers = useRead('/api/sellers/am/list', { query: { limit: 500 } })
  return {
    primary_warehouse_id: (warehouses.data?.data ?? []).map(({ id, name }): [string, string] => [
      String(id),
      name,
    ]),
    assigned_am_id: (managers.data?.data ?? []).map(({ id, name }): [string, string] => [String(id), name]),
  }
}

interface Props {
  written: Written
  onChange: (written: Written) => void
}

export function SellerFields({ written, onChange }: Props) {
  const choices = useChoices()
  const set = (name: Name) => ({
    label: words[name],
    value: written[name] ?? '',
    onValue: (value: string) => onChange({ ...written, [name]: value }),
  })
  return (
    <>
      <TextField {...set('company_name')} required maxLength={200} dir="auto" autocomplete="off" />
      <div class="columns">
        <TextField {...set('contract_type')} hint={words.contractHint} maxLength={64} autocomplete="off" />
        <TextField {...set('contract_start_date')} type="date" hint={words.startHint} />
        <SelectField
          {...set('primary_warehouse_id')}
          options={[['', words.nobody], ...choices.primary_warehouse_id]}
        />
        <SelectField {...set('assigned_am_id')} options={[['', words.nobody], ...choices.assigned_am_id]} />
        <TextField {...set('oms_system_type')} hint={words.omsHint} maxLength={64} autocomplete="off" />
        <TextField {...set('payment_terms_days')} type="number" min={0} />
      </div>
    </>
  )
}
