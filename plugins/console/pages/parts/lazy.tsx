import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { common } from '../words/common.ts'
import { Problem } from './problem.tsx'

/** A part whose script comes when it is needed, or before. */
export type Lazy<Props> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * A part of a page that is loaded when it is first shown: the router keeps what there was until then. What does not come,
 * for the service is away or has newer files, is told in its place; pages have lazyPage.
 */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Lazy<Props> {
  let Part: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let isAsked = false
  let hasFailed = false

  /** It never rejects: the router waits for it without listening to errors. */
  function preload(): Promise<void> {
    loading ??= load().then(
      (module) => {
        Part = module.default
      },
      () => {
        hasFailed = true
        loading = undefined
      },
    )
    return loading
  }

  /** The next visit tries again. */
  function forget() {
    isAsked = false
  }

  function LazyPart(props: Props) {
    const [, draw] = useState({})
    if (Part) return <Part {...props} />
    if (isAsked && hasFailed) return <Failed onLeave={forget} />
    isAsked = true
    hasFailed = false
    const loaded = preload()
    loaded.then(() => draw({}))
    throw loaded
  }
  LazyPart.preload = preload
  return LazyPart
}

function Failed({ onLeave }: { onLeave: () => void }) {
  useEffect(() => onLeave, [])
  return <Problem error={new Error(common.notLoaded)} onRetry={() => location.reload()} />
}
