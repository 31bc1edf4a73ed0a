import type { Written } from '../../logic/form-changes.ts'
import { useWarehouses } from '../../parts/forms/choices.ts'
import type { FormField } from '../../parts/forms/form-field.tsx'
import { EditDialog, type Kind, NewDialog } from '../../parts/forms/record-dialog.tsx'
import { KIND } from './state-badge.tsx'

interface Named {
  campaign_code: string
  campaign_name: string
}

const CAMPAIGNS: Kind<Named> = {
  path: '/api/campaigns',
  changes: ['/api/campaigns'],
  nameOf: ({ campaign_name }) => campaign_name,
}

const CODE: FormField = {
  name: 'campaign_code',
  label: 'Code',
  hint: 'As all systems know it, such as BLACK-WEEK-26',
  required: true,
  maxLength: 100,
}

/** What is said of a campaign; the days say which state it is in. */
const useFields = (): FormField[] => [
  { name: 'campaign_name', label: 'Name', required: true, maxLength: 200 },
  { name: 'campaign_type', label: 'Kind', options: Object.entries(KIND) },
  { name: 'start_date', label: 'First day', type: 'date', required: true },
  { name: 'end_date', label: 'Last day', type: 'date', required: true, wrong: backward },
  {
    name: 'warehouses',
    label: 'Warehouses',
    hint: 'None chosen means all',
    isList: true,
    options: (useWarehouses() ?? []).filter(([id]) => id !== ''),
  },
  { name: 'description', label: 'Description', isLong: true, maxLength: 2000 },
]

const backward = ({ start_date = '', end_date = '' }: Written) =>
  start_date !== '' && end_date !== '' && end_date < start_date
    ? 'The last day must not be before the first.'
    : undefined

interface Props {
  onClose: () => void
}

/** Changes the campaign that has this code. */
export const EditCampaign = ({ code, onClose }: Props & { code: string }) => (
  <EditDialog {...CAMPAIGNS} id={code} fields={useFields()} onClose={onClose} />
)

/** Makes a campaign, and says under which code. */
export const NewCampaign = ({ onClose, onDone }: Props & { onDone: (code: string) => void }) => (
  <NewDialog
    {...CAMPAIGNS}
    title="New campaign"
    fields={[CODE, ...useFields()]}
    first={{ campaign_type: 'mini_campaign' }}
    onClose={onClose}
    onDone={({ campaign_code }) => onDone(campaign_code)}
  />
)
