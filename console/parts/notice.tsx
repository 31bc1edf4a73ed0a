import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

interface Props {
  /** Something may be wrong. */
  warn?: boolean
  icon?: string
  role?: 'status'
  children: ComponentChildren
}

/** A sentence to know before going on. */
export const Notice = ({ warn = false, icon = warn ? 'warn' : 'info', role, children }: Props) => (
  <p class={warn ? 'notice warn' : 'notice'} role={role}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)
