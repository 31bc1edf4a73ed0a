import { useEffect, useState } from 'preact/hooks'
import { watch } from '../api/watch.ts'

/** The states that a stream tells until one is the last; null before the first, and for no stream. */
export function useStream<State>(
  url: string | null,
  isLast: (state: State) => boolean,
  onEnd?: () => void,
): State | null {
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    if (url === null) return
    const stop = new AbortController()
    watch<State>(url, setState, isLast, stop.signal)
      .catch(() => {}) // the list says what became of it
      .finally(() => !stop.signal.aborted && onEnd?.())
    return () => stop.abort()
  }, [url])
  return state
}
