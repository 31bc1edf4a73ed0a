import { unavailable } from '../connect/unavailable.ts'

/** The most keys that one reading is given; the others are read by the next. */
const MOST_KEYS = 500
/** After so long a reading is slow: the next one begins beside it, where there are connections for that. */
const SLOW_MS = 100
/** With so many connections two readings of one kind leave one to the other kinds. */
const ENOUGH_FOR_TWO = 3

/**
 * Asks for many things at once where callers ask for one. One reading is under way at a time, and beside it one that is
 * slow where there are three connections or more: those of one kind don't take all, unless there is only one. A key
 * that is asked for meanwhile is read by the next, never by one that has been sent, whose snapshot may be older than
 * the caller's own change. A key alone does not wait for others.
 *
 * `readAll` answers a map that lacks the keys that name nothing. When it fails for many keys, and the database is there, each is read alone, so that none fails for another.
 */
export function inBatches<Key, Found>(
  { connections }: { connections: number },
  readAll: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const mostSlow = connections < ENOUGH_FOR_TWO ? 0 : 1
  const waiting = new Map<Key, PromiseWithResolvers<Found | undefined>>()
  let isBusy = false
  let slow = 0

  async function readWaiting() {
    const batch = [...waiting].slice(0, MOST_KEYS)
    for (const [key] of batch) waiting.delete(key)
    let isSlow = false
    const watch = setInterval(() => {
      if (slow === mostSlow) return
      clearInterval(watch)
      isSlow = true
      slow += 1
      beginNext()
    }, SLOW_MS)
    const end = () => {
      clearInterval(watch)
      if (isSlow) slow -= 1
      else beginNext()
    }
    try {
      const found = await readAll(batch.map(([key]) => key)).finally(end)
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      if (batch.length === 1 || unavailable(error)) for (const [, { reject }] of batch) reject(error)
      else for (const [key, { resolve }] of batch) resolve(readAll([key]).then((found) => found.get(key)))
    }
  }

  /** What waits goes out before the answers are handed on: the database works on it while they are written. */
  function beginNext() {
    isBusy = waiting.size > 0
    if (isBusy) void readWaiting()
  }

  function ask(key: Key) {
    const known = waiting.get(key)
    if (known) return known.promise
    const asked = Promise.withResolvers<Found | undefined>()
    waiting.set(key, asked)
    if (!isBusy) {
      isBusy = true
      setImmediate(readWaiting)
    }
    return asked.promise
  }

  return ask
}
