import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { common } from '../words/common.ts'
import { Problem } from './problem.tsx'

/**
 * A part of a page that is loaded when it is first shown: the router keeps what there was until then. What does not come,
 * for the service is away or has newer files, is told in its place. Pages have lazyPage.
 */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let hasFailed = false

  /** It never rejects: the router waits for it without listening to errors. */
  const begin = () =>
    load().then(
      (module) => {
        Part = module.default
      },
      () => {
        hasFailed = true
      },
    )
  /** The next visit tries again. */
  function forget() {
    loading = undefined
    hasFailed = false
  }

  return function LazyPart(props: Props) {
    const [, draw] = useState({})
    if (Part) return <Part {...props} />
    if (hasFailed) return <Failed onLeave={forget} />
    loading ??= begin()
    loading.then(() => draw({}))
    throw loading
  }
}

function Failed({ onLeave }: { onLeave: () => void }) {
  useEffect(() => onLeave, [])
  return <Problem error={new Error(common.notLoaded)} onRetry={() => location.reload()} />
}
