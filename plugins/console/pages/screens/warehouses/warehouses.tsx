import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { refresh, useRead } from '../../api/queries.ts'
import type { Request } from '../../api/types.ts'
import { number } from '../../logic/url-state.ts'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import type { FormField } from '../admin/form-field.tsx'
import { EditDialog, NewDialog } from '../admin/record-dialog.tsx'
import { words as admin } from '../admin/words.ts'
import { WarehouseTable } from './warehouse-table.tsx'
import { words } from './words.ts'

const LIMIT = 50
const STATE = { open: number(), page: number(1) }
const CHANGED = ['/api/warehouses', '/api/audit']

const FIELDS: FormField[] = [
  { name: 'code', label: words.code, hint: words.codeHint, required: true, maxLength: 50 },
  { name: 'name', label: words.name, required: true, maxLength: 200 },
]

/** The warehouses. The one that `open` names is being edited. */
export default function Warehouses() {
  const { may } = useMe()
  const client = useQueryClient()
  const [{ open, page }, change] = useUrlState(STATE)
  const [creating, create] = useState(false)
  const query = { page, limit: LIMIT }
  const list = useRead('/api/warehouses', { query }, { keep: true })
  const mayChange = may('warehouses.write')
  async function make(body: Request<'POST', '/api/warehouses'>['body']) {
    await send('POST', '/api/warehouses', { body })
    refresh(client, CHANGED)
    toast(admin.created(body.name))
  }
  return (
    <Page
      title={words.title}
      actions={
        mayChange && (
          <button type="button" class="button primary" onClick={() => create(true)}>
            <Icon name="plus" />
            {words.new}
          </button>
        )
      }
    >
      <AdminTabs />
      <Panel
        class="flush"
        title={words.title}
        source={{ path: '/api/warehouses', request: { query }, csv: true }}
      >
        <Loaded of={list} height="20rem">
          {({ data, total }) => (
            <WarehouseTable
              rows={data}
              changes={CHANGED}
              onEdit={mayChange ? ({ id }) => change({ open: id }) : undefined}
              empty={<Empty title={words.none}>{words.noneText}</Empty>}
              foot={<Pager page={page} limit={LIMIT} total={total} onPage={(to) => change({ page: to })} />}
            />
          )}
        </Loaded>
      </Panel>
      {creating && <NewDialog title={words.new} fields={FIELDS} save={make} onClose={() => create(false)} />}
      {open && mayChange && <Edit key={open} id={open} onClose={() => change({ open: undefined })} />}
    </Page>
  )
}

function Edit({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient()
  const read = useRead('/api/warehouses/{id}', { path: { id } })
  async function save(body: Request<'PATCH', '/api/warehouses/{id}'>['body'], ifMatch?: string) {
    await send('PATCH', '/api/warehouses/{id}', { path: { id }, body, ifMatch })
    refresh(client, CHANGED)
    toast(admin.saved)
  }
  return (
    <EditDialog
      title={words.edit(read.data?.name ?? '')}
      fields={FIELDS}
      read={read}
      save={save}
      onClose={onClose}
    />
  )
}
