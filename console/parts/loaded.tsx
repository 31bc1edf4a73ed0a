import type { ComponentChildren } from 'preact'
import { Problem } from './problem.tsx'

interface Read<T> {
  data: T | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

interface Props<T> {
  of: Read<T>
  /** The height that the loaded part will have, so that nothing moves: CSS, such as `12rem`. */
  height?: string
  children: (data: T) => ComponentChildren
}

/** What was read, its place while it comes, or what went wrong. Old data stays on the page when a renewal fails. */
export function Loaded<T>({ of: { data, error, isPending, refetch }, height = '8rem', children }: Props<T>) {
  if (data !== undefined) return <>{children(data)}</>
  if (error) return <Problem error={error} onRetry={refetch} />
  return isPending ? <Waiting height={height} /> : null
}

export const Waiting = ({ height = '8rem' }: { height?: string }) => (
  <div class="waiting" role="status" style={{ minHeight: height }}>
    <span class="visually-hidden">Loading</span>
  </div>
)

/** What an empty place says: what would fill it, and how. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
)
