import type { JSX } from 'preact'
import { Icon } from './icon.tsx'

type Native = JSX.IntrinsicElements['button']

type Props = Omit<Native, 'class' | 'icon'> & {
  /** Beside `button`: primary, small. */
  class?: string
  /** Before the words. */
  icon?: string
  /** What it does is under way: it can't be pressed again. */
  busy?: boolean
}

/** A button in words; with the type `submit` it sends its form. */
export const Button = ({ class: style = '', icon, busy, disabled, children, ...rest }: Props) => (
  <button type="button" {...rest} class={`button ${style}`} disabled={busy || disabled} aria-busy={busy}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A button that opens a dialog, and says so in its markup. */
export const Opener = (props: Props) => <Button {...props} aria-haspopup="dialog" />

/** A button that is an icon; its label is read, not shown. */
export const IconButton = ({
  icon,
  label,
  ...rest
}: Omit<Native, 'icon' | 'class'> & { icon: string; label: string }) => (
  <button type="button" {...rest} class="icon-button" aria-label={label}>
    <Icon name={icon} />
  </button>
)
