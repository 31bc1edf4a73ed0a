import type { ComponentChildren } from 'preact'
import { Link } from './link.tsx'

interface Props {
  name: string
  /** As it is shown; undefined while it is not known. */
  figure: string | undefined
  /** Where it leads, if anywhere. */
  to?: string
  /** Below the figure. */
  children?: ComponentChildren
}

/** A figure with its name. */
export function Tile({ name, figure = '\u00a0', to, children = '\u00a0' }: Props) {
  const content = (
    <>
      <span class="name">{name}</span>
      <span class="figure">{figure}</span>
      <span class="faint small">{children}</span>
    </>
  )
  if (to === undefined) return <div class="tile still">{content}</div>
  return (
    <Link class="tile" to={to}>
      {content}
    </Link>
  )
}
