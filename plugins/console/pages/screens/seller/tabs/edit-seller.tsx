import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { useSend } from '../../../api/queries.ts'
import type { Model } from '../../../api/types.ts'
import { changesOf, mergedOf, type Written, writtenOf } from '../../../logic/form-changes.ts'
import { BothVersions } from '../../../parts/both-versions.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { FormActions } from '../../../parts/form-actions.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { common } from '../../../words/common.ts'
import { FIELDS, SellerFields, useChoices } from '../../sellers/seller-fields.tsx'
import { words as names } from '../../sellers/words.ts'
import { words } from './words.ts'

type Seller = Model<'SellerDetail'>

interface Props {
  code: string
  read: { data: Seller | undefined; refetch: () => Promise<{ data: Seller | undefined }> }
  onClose: () => void
}

/**
 * Edits a seller from the version that was read. When somebody has saved another one meanwhile, both are shown, and
 * the person decides; what was typed stays in the form.
 */
export function EditSeller({ code, read, onClose }: Props) {
  const [base, setBase] = useState(read.data)
  const [theirs, setTheirs] = useState<Seller>()
  const [written, write] = useState(writtenOf(FIELDS, base))
  const save = useSend('PATCH', '/api/sellers/{id}', {
    changes: ['/api/sellers', '/api/sos'],
    onDone: () => {
      toast(words.saved)
      onClose()
    },
  })
  const choices: Partial<Record<string, [string, string][]>> = useChoices()
  const fields = FIELDS.map(({ name }) => ({ name, label: names[name], options: choices[name] }))
  const changes = changesOf(FIELDS, written, writtenOf(FIELDS, base))
  const isEmpty = Object.keys(changes).length === 0
  function send(from: Seller | undefined, typed = written) {
    save.mutate(
      { path: { id: code }, body: changesOf(FIELDS, typed, writtenOf(FIELDS, from)), ifMatch: tagOf(from) },
      {
        onError: async ({ status }) => {
          if (status === 412) setTheirs((await read.refetch()).data)
        },
      },
    )
  }
  function submit(event: Event) {
    event.preventDefault()
    if (!isEmpty && !theirs) send(base)
  }
  function take(next: Written) {
    write(next)
    setBase(theirs)
    setTheirs(undefined)
    save.reset()
  }
  return (
    <Dialog title={words.edit} open onClose={onClose} form="side">
      <form class="stack" onSubmit={submit}>
        <SellerFields written={written} onChange={write} />
        {save.error && <Problem error={save.error} />}
        {theirs && (
          <BothVersions
            fields={fields}
            mine={written}
            theirs={writtenOf(FIELDS, theirs)}
            base={writtenOf(FIELDS, base)}
            onMine={() => {
              const merged = mergedOf(written, writtenOf(FIELDS, base), writtenOf(FIELDS, theirs))
              take(merged)
              send(theirs, merged)
            }}
            onTheirs={() => take(writtenOf(FIELDS, theirs))}
          />
        )}
        <FormActions
          action={common.save}
          onCancel={onClose}
          busy={save.isPending}
          disabled={isEmpty || Boolean(theirs)}
        />
      </form>
    </Dialog>
  )
}
