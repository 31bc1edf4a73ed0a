import { useEffect } from 'preact/hooks'
import { asApiError } from '../api/errors.ts'
import { createStore, useStore } from '../api/store.ts'
import { common } from '../words/common.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface Toast {
  id: number
  text: string
  /** The inverse of what was done. */
  undo?: () => Promise<unknown>
  failed?: boolean
}

/** How long a toast with an Undo can be read; others go earlier. */
const UNDO_MS = 8_000
const READ_MS = 5_000

const toasts = createStore<Toast[]>([])
let last = 0

/** Says in passing that something is done, or with `undo`, offers to take it back for eight seconds. */
export function toast(
  text: string,
  { undo, failed }: { undo?: () => Promise<unknown>; failed?: boolean } = {},
) {
  last += 1
  toasts.set([...toasts.get().slice(-3), { id: last, text, undo, failed }])
}

/** Says what went wrong. */
export const toastError = (error: unknown) => toast(asApiError(error).message, { failed: true })

/** Says what was done once it is, with a way back; or what went wrong. */
export const toastWhenDone = (work: Promise<unknown>, text: string, undo: () => Promise<unknown>) =>
  work.then(() => toast(text, { undo }), toastError)

const remove = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id))

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {useStore(toasts).map((one) => (
      <OneToast key={one.id} {...one} />
    ))}
  </div>
)

function OneToast({ id, text, undo, failed }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => remove(id), undo ? UNDO_MS : READ_MS)
    return () => clearTimeout(timer)
  }, [id, undo])
  async function takeBack() {
    remove(id)
    try {
      await undo?.()
      toast('Undone.')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <div class={failed ? 'toast failed' : 'toast'}>
      <Icon name={failed ? 'warn' : 'check'} />
      <span>{text}</span>
      {undo && (
        <Button class="small" onClick={takeBack}>
          Undo
        </Button>
      )}
      <IconButton icon="close" label={common.close} onClick={() => remove(id)} />
    </div>
  )
}
