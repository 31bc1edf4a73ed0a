import type { ComponentChildren } from 'preact'
import { Icon } from '../../../parts/icon.tsx'

/** Something to know before going on. */
export const Note = ({ warn, children }: { warn?: boolean; children: ComponentChildren }) => (
  <div class={warn ? 'notice warn' : 'notice'} role={warn ? 'alert' : undefined}>
    <Icon name={warn ? 'warn' : 'info'} />
    <div class="prose">{children}</div>
  </div>
)
