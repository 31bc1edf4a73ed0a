import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { common } from '../words/common.ts'

interface Props {
  title: string
  /** Above the title: where it belongs. */
  above?: ComponentChildren
  /** Beside the title: what can be done. */
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A page: its title is the tab's too, and gets the focus after a change of page (see the shell). */
export function Page({ title, above, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${common.service}`
  }, [title])
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          {above && <div class="above">{above}</div>}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}
