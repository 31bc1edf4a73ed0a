import { common } from '../words/common.ts'

interface Props {
  /** What the button that sends says. */
  action: string
  onCancel: () => void
  /** While it is on its way it can't be sent again. */
  busy?: boolean
  disabled?: boolean
  danger?: boolean
}

/** The foot of a form: leave, or send. */
export const FormActions = ({ action, onCancel, busy = false, disabled = false, danger = false }: Props) => (
  <footer class="actions">
    <button type="button" class="button" onClick={onCancel}>
      {common.cancel}
    </button>
    <button
      type="submit"
      class={`button ${danger ? 'danger' : 'primary'}`}
      disabled={busy || disabled}
      aria-busy={busy}
    >
      {action}
    </button>
  </footer>
)
