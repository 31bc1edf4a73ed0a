import type { Written } from '../../logic/form-changes.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import type { FormField } from './form-field.tsx'
import { RecordForm } from './record-form.tsx'

interface Props<Body> {
  title: string
  fields: FormField[]
  save: (body: Body, ifMatch: string | undefined) => Promise<unknown>
  onClose: () => void
}

interface OldProps<Body> extends Props<Body> {
  /** The read of the one record, whose version the change starts from. */
  read: {
    data: object | undefined
    error: unknown
    isPending: boolean
    refetch: () => Promise<{ data: object | undefined }>
  }
}

/** Changes a record. */
export const EditDialog = <Body,>({ title, read, ...form }: OldProps<Body>) => (
  <Dialog title={title} open onClose={form.onClose} form="side">
    <Loaded of={read} height="24rem">
      {(record) => <RecordForm {...form} record={record} reread={async () => (await read.refetch()).data} />}
    </Loaded>
  </Dialog>
)

/** Makes a record. */
export const NewDialog = <Body,>({ title, ...form }: Props<Body> & { first?: Written }) => (
  <Dialog title={title} open onClose={form.onClose} form="side">
    <RecordForm {...form} />
  </Dialog>
)
