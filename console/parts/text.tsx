import type { ComponentChildren } from 'preact'

/** Words that somebody wrote, in the direction of their own language. */
export const Text = ({ class: style, children }: { class: string; children: ComponentChildren }) => (
  <span class={style} dir="auto">
    {children}
  </span>
)
