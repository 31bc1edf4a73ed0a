import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { useGo } from '../../parts/link.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { common } from '../../words/common.ts'
import { changesOf, SellerFields, writtenOf } from './seller-fields.tsx'
import { words } from './words.ts'

const EMPTY = writtenOf({})

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
    const { company_name, ...rest } = written
    create.mutate({
      body: { seller_code: code.trim(), company_name, ...changesOf({ ...rest, company_name: '' }, EMPTY) },
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
        <footer class="actions">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={create.isPending}
            aria-busy={create.isPending}
          >
            {words.create}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
