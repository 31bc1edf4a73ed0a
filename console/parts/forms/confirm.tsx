import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Sending } from '../../api/client.ts'
import type { ApiError } from '../../api/errors.ts'
import { useSend } from '../../api/queries.ts'
import type { Method, PathOf, Request } from '../../api/types.ts'
import { toast } from '../toasts.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

interface ConfirmProps {
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
  /** What confirming begins, such as a `useSend`. */
  of: { isPending: boolean; error: ApiError | null }
  /** Something that must be filled in or known first is missing. */
  disabled?: boolean
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
  of,
  disabled,
  danger,
}: ConfirmProps) {
  const [written, write] = useState('')
  const ready = !disabled && (!typed || written.trim() === typed)
  function close() {
    write('')
    onClose()
  }
  return (
    <Dialog title={title} open={open} onClose={close}>
      <Form
        of={of}
        onSend={onConfirm}
        action={action}
        cancel={close}
        disabled={!ready}
        button={danger ? 'danger' : undefined}
      >
        <div class="prose">{children}</div>
        {typed && (
          <label class="field">
            <span class="label">{`Type ${typed} to confirm`}</span>
            <input autocomplete="off" value={written} onInput={(event) => write(event.currentTarget.value)} />
          </label>
        )}
      </Form>
    </Dialog>
  )
}

interface SendProps<M extends Exclude<Method, 'GET'>, P extends PathOf<M>>
  extends Omit<ConfirmProps, 'open' | 'onConfirm' | 'of'> {
  method: M
  path: P
  request: Request<M, P> & Sending
  /** The paths to read again afterwards. */
  changes: string[]
  /** What is said once it is done. */
  said: string
  onDone?: () => void
}

/** Asks, sends and says that it is done. */
export function ConfirmSend<M extends Exclude<Method, 'GET'>, P extends PathOf<M>>(props: SendProps<M, P>) {
  const { method, path, request, changes, said, onDone, ...rest } = props
  const sending = useSend(method, path, {
    changes,
    onDone() {
      toast(said)
      rest.onClose()
      onDone?.()
    },
  })
  return <Confirm {...rest} open of={sending} onConfirm={() => sending.mutate(request)} />
}
