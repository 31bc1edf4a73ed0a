import type { ComponentChildren } from 'preact'

interface Props {
  checked: boolean
  onValue: (checked: boolean) => void
  children: ComponentChildren
}

/** A box to tick, with its words. */
export const Checkbox = ({ checked, onValue, children }: Props) => (
  <label class="check-line">
    <input type="checkbox" checked={checked} onChange={(event) => onValue(event.currentTarget.checked)} />
    {children}
  </label>
)
