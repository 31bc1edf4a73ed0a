import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { changesOf, writtenOf } from '../../logic/form-changes.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { useGo } from '../../parts/link.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { FIELDS, SellerFields } from './seller-fields.tsx'
import { words } from './words.ts'

const EMPTY = writtenOf(FIELDS)

/** A form for a new seller; it stays as typed until the service has taken it. */
export function NewSeller({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [written, write] = useState(EMPTY)
  const go = useGo()
  const create = useSend('POST', '/api/sellers', {
    changes: ['/api/sellers', '/api/sos'],
    onDone: () => {
      toast(words.created(code))
      onClose()
      go(`/sellers/${encodeURIComponent(code.trim())}`)
    },
  })
  function submit(event: Event) {
    event.preventDefault()
    const { company_name = '', ...rest } = written
    create.mutate({
      body: {
        seller_code: code.trim(),
        company_name,
        ...changesOf(FIELDS, { ...rest, company_name: '' }, EMPTY),
      },
    })
  }
  return (
    <Dialog title={words.newSeller} open={open} onClose={onClose} form="side">
      <form class="stack" onSubmit={submit}>
        <TextField
          label={words.seller_code}
          hint={words.codeHint}
          value={code}
          onValue={setCode}
          required
          maxLength={100}
          autocomplete="off"
          spellcheck={false}
        />
        <SellerFields written={written} onChange={write} />
        {create.error && <Problem error={create.error} />}
        <FormActions action={words.create} onCancel={onClose} busy={create.isPending} />
      </form>
    </Dialog>
  )
}
