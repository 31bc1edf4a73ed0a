import { useQueryClient } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import { refresh, useRead, useSend } from '../../api/queries.ts'
import type { Answer, Request } from '../../api/types.ts'
import { useWarehouses } from '../../parts/choices.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { toast } from '../../parts/toasts.tsx'
import type { FormField } from '../admin/form-field.tsx'
import { EditDialog, NewDialog } from '../admin/record-dialog.tsx'
import { words as admin } from '../admin/words.ts'
import { words } from './words.ts'

export type Employee = Answer<'GET', '/api/employees'>['data'][number]

/** What a change of an employee may change elsewhere. */
export const CHANGED = ['/api/employees', '/api/users', '/api/audit']

function useFields(): FormField[] {
  const warehouses = useWarehouses() ?? []
  return [
    {
      name: 'employee_code',
      label: words.employee_code,
      hint: words.codeHint,
      required: true,
      maxLength: 50,
    },
    { name: 'full_name', label: words.full_name, required: true, maxLength: 200 },
    { name: 'email', label: words.email, type: 'email', maxLength: 254 },
    { name: 'position', label: words.position, maxLength: 200 },
    {
      name: 'warehouse_id',
      isNumber: true,
      label: words.warehouse,
      options: [['', words.everywhere], ...warehouses.filter(([id]) => id !== '')],
    },
  ]
}

export function NewEmployee({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  async function save(body: Request<'POST', '/api/employees'>['body']) {
    await send('POST', '/api/employees', { body })
    refresh(client, CHANGED)
    toast(admin.created(body.full_name))
  }
  return <NewDialog title={words.new} fields={useFields()} save={save} onClose={onClose} />
}

export function EditEmployee({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient()
  const read = useRead('/api/employees/{id}', { path: { id } })
  async function save(body: Request<'PATCH', '/api/employees/{id}'>['body'], ifMatch?: string) {
    await send('PATCH', '/api/employees/{id}', { path: { id }, body, ifMatch })
    refresh(client, CHANGED)
    toast(admin.saved)
  }
  return (
    <EditDialog
      title={words.edit(read.data?.full_name ?? '')}
      fields={useFields()}
      read={read}
      save={save}
      onClose={onClose}
    />
  )
}

/** Asks, by the employee's code, before a person is erased. */
export function EraseEmployee({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const { id, employee_code: code, full_name } = employee
  const erase = useSend('POST', '/api/employees/{id}/erase', {
    changes: [...CHANGED, '/api/auth'],
    onDone: () => {
      toast(words.erased(code))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.eraseTitle(full_name)}
      open
      onClose={onClose}
      onConfirm={() => erase.mutate({ path: { id } })}
      action={words.eraseAction}
      typed={code}
      busy={erase.isPending}
      error={erase.error}
      danger
    >
      <p>{words.eraseText}</p>
    </Confirm>
  )
}
