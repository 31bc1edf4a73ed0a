import { useState } from 'preact/hooks'
import { tagOf } from '../../../api/client.ts'
import { useSend } from '../../../api/queries.ts'
import type { Model } from '../../../api/types.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { common } from '../../../words/common.ts'
import { changesOf, FIELDS, SellerFields, type Written, writtenOf } from '../../sellers/seller-fields.tsx'
import { BothVersions } from './both-versions.tsx'
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
  const [written, write] = useState(writtenOf(base ?? {}))
  const save = useSend('PATCH', '/api/sellers/{id}', {
    changes: ['/api/sellers', '/api/sos'],
    onDone: () => {
      toast(words.saved)
      onClose()
    },
  })
  const changes = changesOf(written, writtenOf(base ?? {}))
  const isEmpty = Object.keys(changes).length === 0
  function send(from: Seller | undefined, typed = written) {
    save.mutate(
      { path: { id: code }, body: changesOf(typed, writtenOf(from ?? {})), ifMatch: tagOf(from) },
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
            mine={written}
            theirs={writtenOf(theirs)}
            base={writtenOf(base ?? {})}
            onMine={() => {
              const merged = mergedOf(written, writtenOf(base ?? {}), writtenOf(theirs))
              take(merged)
              send(theirs, merged)
            }}
            onTheirs={() => take(writtenOf(theirs))}
          />
        )}
        <footer class="actions">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={save.isPending || isEmpty || Boolean(theirs)}
            aria-busy={save.isPending}
          >
            {common.save}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** What was typed here stands; fields that nobody touched here are as they are saved now. */
const mergedOf = (mine: Written, base: Written, theirs: Written): Written =>
  Object.fromEntries(
    FIELDS.map((name) => [name, mine[name] === base[name] ? theirs[name] : mine[name]]),
  ) as unknown as Written
