import type { ComponentChild, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from './problem.tsx'

/**
 * A part that is loaded when it is first shown, as most visits do without it.
 * @param place what stands there until then, so that nothing moves
 * @param frame stands around what is said when it does not come
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: ComponentChild = null,
  frame: (problem: ComponentChild) => ComponentChild = (problem) => problem,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const [error, setError] = useState<unknown>(null)
    useEffect(() => {
      load().then((part) => setPart(() => part), setError)
    }, [])
    if (error) return <>{frame(<Problem error={error} onRetry={() => location.reload()} />)}</>
    return Part ? <Part {...props} /> : place
  }
}
