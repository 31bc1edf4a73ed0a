import { send } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import type { Request } from '../../api/types.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import type { FormField, InputProps } from '../../parts/forms/form-field.tsx'
import { RecordForm } from '../../parts/forms/record-form.tsx'
import { ROLES, roleName } from '../../words/roles.ts'
import { AccountField } from '../admin/lookups.tsx'

type Body = Request<'POST', '/api/auth/api-keys'>['body']

/** A day from today on. */
const DayField = (props: InputProps) => (
  <TextField {...props} type="date" min={new Date().toISOString().slice(0, 10)} />
)

const FIELDS: FormField[] = [
  {
    name: 'name',
    label: 'What it is for',
    hint: 'Such as “Warehouse gate, north”',
    required: true,
    maxLength: 200,
  },
  {
    name: 'user_id',
    isNumber: true,
    label: 'Acts for',
    hint: 'Type a username or a part of the name',
    input: AccountField,
    required: true,
  },
  {
    name: 'role',
    label: 'Role',
    hint: 'It may do less than the account, never more',
    options: ROLES.map((one): [string, string] => [one, roleName(one)]),
  },
  {
    name: 'expires_at',
    label: 'Good until',
    hint: 'The end of that day. Left empty, the key never ends by itself.',
    input: DayField,
  },
]

interface Props {
  onClose: () => void
  onMade: (key: string, user: number) => void
}

/** Makes a key, and hands on what is shown this once. */
export function NewKey({ onClose, onMade }: Props) {
  async function save(body: Body) {
    const expires_at = body.expires_at ? new Date(`${body.expires_at}T23:59:59`).toISOString() : null
    const { key } = await send('POST', '/api/auth/api-keys', { body: { ...body, expires_at } })
    refresh(['/api/auth', '/api/audit'])
    onMade(key, body.user_id)
  }
  return (
    <Dialog title="New key" open onClose={onClose} form="side">
      <RecordForm fields={FIELDS} first={{ role: 'system' }} save={save} onClose={onClose} />
    </Dialog>
  )
}
