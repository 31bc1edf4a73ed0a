import type { ComponentChildren } from 'preact'
import { common } from '../../words/common.ts'
import { Button } from '../button.tsx'
import { Link } from '../link.tsx'
import { Problem } from '../problem.tsx'

interface Props {
  /** What sending begins, such as a `useSend`. */
  of: { isPending: boolean; error: unknown }
  onSend: () => void
  /** What the button that sends says. Absent: it can't be sent. */
  action?: string
  /** Leaves: what closes a dialog, or a place. Absent: there is nothing to leave. */
  cancel?: string | (() => void)
  /** Something that must be filled in or known first is missing. */
  disabled?: boolean
  /** How the button that sends looks. Default: as the first thing to do. */
  button?: string
  class?: string
  noValidate?: boolean
  /** The fields. */
  children: ComponentChildren
  /** What the problem needs to be solved. */
  below?: ComponentChildren
}

/** A form with its problem and its foot: leave, or send. While it is on its way it can't be sent again. */
export function Form({ of, onSend, action, cancel, disabled = false, button = 'primary', ...rest }: Props) {
  const { isPending, error } = of
  function submit(event: Event) {
    event.preventDefault()
    if (!isPending && !disabled) onSend()
  }
  return (
    <form class={rest.class ?? 'stack'} noValidate={rest.noValidate} onSubmit={submit}>
      {rest.children}
      {error ? <Problem error={error} /> : null}
      {rest.below}
      {action && (
        <footer class="actions">
          {typeof cancel === 'string' && (
            <Link class="button" to={cancel}>
              {common.cancel}
            </Link>
          )}
          {typeof cancel === 'function' && <Button onClick={cancel}>{common.cancel}</Button>}
          <Button type="submit" class={button} disabled={disabled} busy={isPending}>
            {action}
          </Button>
        </footer>
      )}
    </form>
  )
}
