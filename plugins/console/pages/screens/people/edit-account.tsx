import { useQueryClient } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import { refresh, useRead } from '../../api/queries.ts'
import type { Request } from '../../api/types.ts'
import { toast } from '../../parts/toasts.tsx'
import { EditDialog } from '../admin/record-dialog.tsx'
import { words as admin } from '../admin/words.ts'
import { CHANGED, useAccountFields } from './account.ts'
import { words } from './words.ts'

type Body = Request<'PATCH', '/api/users/{id}'>['body']

/** Changes an account. */
export function EditAccount({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient()
  const fields = useAccountFields(false)
  const read = useRead('/api/users/{id}', { path: { id } })
  async function save(body: Body, ifMatch: string | undefined) {
    await send('PATCH', '/api/users/{id}', { path: { id }, body, ifMatch })
    refresh(client, CHANGED)
    toast(admin.saved)
  }
  return (
    <EditDialog
      title={words.edit(read.data?.username ?? '')}
      fields={fields}
      read={read}
      save={save}
      onClose={onClose}
    />
  )
}
