import type { ComponentChild, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from './problem.tsx'

/**
 * A part that is loaded when it is first shown, as most visits do without it.
 * @param place what stands there until then, so that nothing moves
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: ComponentChild = null,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const [error, setError] = useState<unknown>(null)
    useEffect(() => {
      load().then((part) => setPart(() => part), setError)
    }, [])
    if (error) return <Problem error={error} onRetry={() => location.reload()} />
    return Part ? <Part {...props} /> : place
  }
}
