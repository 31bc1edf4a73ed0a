import { useLayoutEffect, useState } from 'preact/hooks'

/** A value that several parts of the page read, and that tells them when it changes. */
export interface Store<T> {
  get(): T
  set(next: T): void
  listen(listener: () => void): () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The store's value; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState({})
  // Not useEffect: it comes after the next frame, and a change before it would never be drawn.
  useLayoutEffect(() => store.listen(() => draw({})), [store])
  return store.get()
}
