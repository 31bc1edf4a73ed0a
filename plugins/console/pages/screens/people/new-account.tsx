import { useQueryClient } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import type { Request } from '../../api/types.ts'
import { writtenOf } from '../../logic/form-changes.ts'
import { toast } from '../../parts/toasts.tsx'
import { NewDialog } from '../admin/record-dialog.tsx'
import { words as admin } from '../admin/words.ts'
import { CHANGED, useAccountFields } from './account.ts'
import { words } from './words.ts'

type Body = Request<'POST', '/api/users'>['body']

/** Makes an account. Its role is the one that may do least until another one is chosen. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const fields = useAccountFields(true)
  async function save(body: Body) {
    await send('POST', '/api/users', { body })
    refresh(client, CHANGED)
    toast(admin.created(body.username))
  }
  return (
    <NewDialog
      title={words.newAccount}
      fields={fields}
      first={writtenOf(fields, { role: 'viewer' })}
      save={save}
      onClose={onClose}
    />
  )
}
