import type { ComponentChildren } from 'preact'
import { type ReadOptions, useRead } from '../api/queries.ts'
import type { Answer, PathOf, Request } from '../api/types.ts'
import { Loaded } from './loaded.tsx'
import { Panel } from './panel.tsx'

interface Props<P extends PathOf<'GET'>> extends ReadOptions {
  title: string
  path: P
  request?: Request<'GET', P>
  /** true: it can be had as CSV. */
  csv?: boolean
  /** The height that it will have, so that nothing moves. */
  height?: string
  /** Above what is read. */
  above?: ComponentChildren
  class?: string
  children: (answer: Answer<'GET', P>) => ComponentChildren
}

/** A panel with what a read answers. */
export function ReadPanel<P extends PathOf<'GET'>>(props: Props<P>) {
  const { title, path, request, csv, height, above, class: style, children, ...options } = props
  const read = useRead(path, request, options)
  return (
    <Panel title={title} class={style} source={{ path, request: request as object, csv }}>
      {above}
      <Loaded of={read} height={height}>
        {children}
      </Loaded>
    </Panel>
  )
}
