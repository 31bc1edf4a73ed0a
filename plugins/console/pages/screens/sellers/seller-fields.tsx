import { useRead } from '../../api/queries.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { words } from './words.ts'

/** The fields of a seller that people change, as they are typed. */
export interface Written {
  company_name: string
  contract_type: string
  contract_start_date: string
  primary_warehouse_id: string
  assigned_am_id: string
  oms_system_type: string
  payment_terms_days: string
}

export const FIELDS = [
  'company_name',
  'contract_type',
  'contract_start_date',
  'primary_warehouse_id',
  'assigned_am_id',
  'oms_system_type',
  'payment_terms_days',
] as const satisfies (keyof Written)[]

const NUMBERS: readonly string[] = ['primary_warehouse_id', 'assigned_am_id', 'payment_terms_days']

/** A record as a form shows it; what is null is empty. */
export const writtenOf = (record: Partial<Record<keyof Written, unknown>>): Written =>
  Object.fromEntries(FIELDS.map((name) => [name, String(record[name] ?? '')])) as unknown as Written

/** What was typed as the service takes it: the fields that differ from `before`. */
export const changesOf = (written: Written, before: Written): Record<string, string | number | null> =>
  Object.fromEntries(
    FIELDS.filter((name) => written[name] !== before[name]).map((name) => {
      const text = written[name].trim()
      if (text === '') return [name, null]
      return [name, NUMBERS.includes(name) && Number.isFinite(Number(text)) ? Number(text) : text]
    }),
  )

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
  const set = (name: keyof Written) => ({
    label: words[name],
    value: written[name],
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
