import { send } from '../../api/client.ts'
import { refresh, useRead } from '../../api/queries.ts'
import type { Written } from '../../logic/form-changes.ts'
import { Loaded } from '../loaded.tsx'
import { toast, toastWhenDone } from '../toasts.tsx'
import { Dialog } from './dialog.tsx'
import type { FormField } from './form-field.tsx'
import { RecordForm } from './record-form.tsx'

/** A kind of records. */
export interface Kind<Row> {
  path: '/api/users' | '/api/employees' | '/api/warehouses' | '/api/campaigns'
  /** The paths to read again after a change. */
  changes: string[]
  nameOf: (row: Row) => string
}

interface Props {
  changes: string[]
  fields: FormField[]
  onClose: () => void
}

interface EditProps<Row> extends Props {
  path: Kind<Row>['path'] | '/api/sellers'
  id: number | string
  /** Default: what the record is called. */
  title?: string
  nameOf?: (row: Row) => string
}

/** Changes a record. */
export function EditDialog<Row extends object>(props: EditProps<Row>) {
  const { path, changes, nameOf, fields, onClose } = props
  const id = props.id as number
  const one = `${path}/{id}` as '/api/users/{id}'
  const read = useRead(one, { path: { id } })
  async function save(body: object, ifMatch: string | undefined) {
    await send('PATCH', one, { path: { id }, body, ifMatch })
    refresh(changes)
    toast('Saved.')
  }
  const title = props.title ?? `Edit ${read.data ? nameOf?.(read.data as unknown as Row) : ''}`
  return (
    <Dialog title={title} open onClose={onClose} form="side">
      <Loaded of={read} height="24rem">
        {(record) => (
          <RecordForm
            fields={fields}
            record={record}
            reread={async () => (await read.refetch()).data}
            save={save}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface NewProps<Row> extends Props, Kind<Row> {
  title: string
  /** What it begins with. */
  first?: Written
  onDone?: (body: Row) => void
}

/** Makes a record. */
export function NewDialog<Row>({
  title,
  path,
  changes,
  nameOf,
  fields,
  first,
  onClose,
  onDone,
}: NewProps<Row>) {
  async function save(body: object) {
    await send('POST', path as '/api/users', { body: body as never })
    refresh(changes)
    toast(`${nameOf(body as Row)} is created.`)
    onDone?.(body as Row)
  }
  return (
    <Dialog title={title} open onClose={onClose} form="side">
      <RecordForm fields={fields} first={first} save={save} onClose={onClose} />
    </Dialog>
  )
}

interface Switched {
  id: number
  is_active: boolean
}

/** Deactivates a record or activates it, at once, with eight seconds of Undo. */
export function useActive<Row extends Switched>({ path, changes, nameOf }: Kind<Row>) {
  async function set(id: number, is_active: boolean) {
    await send('PATCH', `${path}/{id}` as '/api/users/{id}', { path: { id }, body: { is_active } })
    refresh(changes)
  }
  return (row: Row) =>
    toastWhenDone(
      set(row.id, !row.is_active),
      `${nameOf(row)} is ${row.is_active ? 'deactivated' : 'active'}.`,
      () => set(row.id, row.is_active),
    )
}
