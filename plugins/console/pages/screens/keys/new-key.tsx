import { useQueryClient } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import type { Request } from '../../api/types.ts'
import { writtenOf } from '../../logic/form-changes.ts'
import { ROLES, roleName } from '../../words/roles.ts'
import { DayField } from '../admin/day-field.tsx'
import type { FormField } from '../admin/form-field.tsx'
import { AccountField } from '../admin/lookups.tsx'
import { NewDialog } from '../admin/record-dialog.tsx'
import { words } from './words.ts'

type Body = Request<'POST', '/api/auth/api-keys'>['body']

const FIELDS: FormField[] = [
  { name: 'name', label: words.name, hint: words.nameHint, required: true, maxLength: 200 },
  {
    name: 'user_id',
    isNumber: true,
    label: words.account,
    hint: words.accountHint,
    input: AccountField,
    required: true,
  },
  {
    name: 'role',
    label: words.role,
    hint: words.roleHint,
    options: ROLES.map((one): [string, string] => [one, roleName(one)]),
  },
  { name: 'expires_at', label: words.expires, hint: words.expiresHint, input: DayField },
]

interface Props {
  onClose: () => void
  onMade: (key: string, user: number) => void
}

/** Makes a key, and hands on what is shown this once. */
export function NewKey({ onClose, onMade }: Props) {
  const client = useQueryClient()
  async function save(body: Body) {
    const expires_at = body.expires_at ? new Date(`${body.expires_at}T23:59:59`).toISOString() : null
    const { key } = await send('POST', '/api/auth/api-keys', { body: { ...body, expires_at } })
    refresh(client, ['/api/auth', '/api/audit'])
    onMade(key, body.user_id)
  }
  return (
    <NewDialog
      title={words.newKey}
      fields={FIELDS}
      first={writtenOf(FIELDS, { role: 'system' })}
      save={save}
      onClose={onClose}
    />
  )
}
