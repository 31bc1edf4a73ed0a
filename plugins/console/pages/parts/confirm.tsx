import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api/errors.ts'
import { common } from '../words/common.ts'
import { Dialog } from './dialog.tsx'
import { FormActions } from './form-actions.tsx'
import { Problem } from './problem.tsx'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  onConfirm: () => void
  /** The words on the button: what happens, not "OK". */
  action: string
  /** What will have happened, in numbers. */
  children: ComponentChildren
  /** Must be typed first, where there is no way back for many: `2026-10`. */
  typed?: string
  busy?: boolean
  /** Something that must be filled in or known first is missing. */
  disabled?: boolean
  error?: ApiError | null
  danger?: boolean
}

/** Asks before something that can't be undone. It stays open, with the error, when the service refuses. */
export function Confirm({
  title,
  open,
  onClose,
  onConfirm,
  action,
  children,
  typed,
  busy,
  disabled,
  error,
  danger,
}: Props) {
  const [written, write] = useState('')
  const ready = !busy && !disabled && (!typed || written.trim() === typed)
  function submit(event: Event) {
    event.preventDefault()
    if (ready) onConfirm()
  }
  function close() {
    write('')
    onClose()
  }
  return (
    <Dialog title={title} open={open} onClose={close}>
      <form class="stack" onSubmit={submit}>
        <div class="prose">{children}</div>
        {typed && (
          <label class="field">
            <span class="label">{common.typeToConfirm(typed)}</span>
            <input autocomplete="off" value={written} onInput={(event) => write(event.currentTarget.value)} />
          </label>
        )}
        {error && <Problem error={error} />}
        <FormActions action={action} onCancel={close} busy={busy} disabled={!ready} danger={danger} />
      </form>
    </Dialog>
  )
}
