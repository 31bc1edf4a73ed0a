import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { common } from '../../words/common.ts'
import { IconButton } from '../button.tsx'

interface Props {
  title: string
  open: boolean
  /** Asked for by Escape, the cross and a click beside the dialog; left out: there is no way around it. */
  onClose?: () => void
  children: ComponentChildren
  /** `side` comes from the edge, for forms that are longer than a few lines. */
  form?: 'middle' | 'side'
}

/** A native modal dialog: the browser keeps the focus in it and gives it back. Nothing of it is kept when closed. */
export function Dialog({ title, open, onClose, children, form = 'middle' }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const pressedBeside = useRef(false)
  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close() // also where the whole dialog goes: only then the focus returns
  }, [open])
  function cancel(event: Event) {
    event.preventDefault()
    onClose?.()
  }
  /** At a second Escape Chromium closes the dialog without asking. */
  function closed() {
    if (!open || !element.current || element.current.open) return
    element.current.showModal()
    onClose?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      ref={element}
      class={`dialog ${form}`}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={closed}
      // Text that is selected out of the dialog ends beside it: only a press that began there closes.
      onPointerDown={(event) => {
        pressedBeside.current = event.target === element.current
      }}
      onClick={(event) => event.target === element.current && pressedBeside.current && onClose?.()}
    >
      {open && (
        <div class="dialog-body">
          <header class="dialog-head">
            <h2 id={id}>{title}</h2>
            {onClose && <IconButton icon="close" label={common.close} onClick={onClose} />}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
