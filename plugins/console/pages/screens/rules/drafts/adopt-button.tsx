import { useState } from 'preact/hooks'
import { later } from '../../../parts/later.tsx'
import { useMe } from '../../../parts/me.ts'
import type { Draft } from './draft-reads.ts'
import { words } from './test-words.ts'

const AdoptDialog = later(() => import('./results.ts').then((module) => module.AdoptDialog))

/** Makes a draft the rules, after a dialog that says in numbers what this does. */
export function AdoptButton({ draft }: { draft: Draft }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  const wrote = [draft.created_by, draft.updated_by, ...draft.written_by].includes(me.user.id)
  if (wrote && me.role !== 'bod') return <span class="hint">{words.second}</span>
  return (
    <>
      <button
        type="button"
        class="button primary"
        disabled={draft.changes.length === 0}
        onClick={() => setOpen(true)}
      >
        {words.adopt}
      </button>
      {open && <AdoptDialog draft={draft} onClose={() => setOpen(false)} />}
    </>
  )
}
