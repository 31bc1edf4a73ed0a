import { asLogged, unlogged } from '../logs/statements.ts'
import { unavailable } from './unavailable.ts'

interface Waiting<Found> {
  found: Promise<Found | undefined>
  resolve(found: Found | undefined | Promise<Found | undefined>): void
  reject(error: unknown): void
}

/** The most keys that one reading is given; the others are read by the next. */
const MOST_KEYS = 500

/**
 * Asks for many things at once where callers ask for one. One reading is under way at a time: a key that is asked for
 * meanwhile is read by the next, never by one that has been sent, whose snapshot may be older than the caller's own
 * change. The first key begins a reading at the end of its turn of the event loop, which costs a key alone nothing.
 *
 * Each request that asks has the reading among its statements, under `name`. `readAll` answers a map that lacks the keys that name nothing. When it fails for many keys, and the database is there,
 * each key is read alone, so that none fails for another.
 *
 * Not dataloader: without its cache it asks for a key as often as callers do, takes its answers by position, and lets
 * any number of readings take all connections.
 */
export function inBatches<Key, Found>(
  name: string,
  readAll: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const waiting = new Map<Key, Waiting<Found>>()
  let isBusy = false

  async function readWaiting() {
    const batch = [...waiting].slice(0, MOST_KEYS)
    for (const [key] of batch) waiting.delete(key)
    try {
      const found = await readAll(batch.map(([key]) => key))
      beginNext()
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      beginNext()
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
    if (known) return known.found
    const { promise, resolve, reject } = Promise.withResolvers<Found | undefined>()
    waiting.set(key, { found: promise, resolve, reject })
    if (!isBusy) {
      isBusy = true
      unlogged(() => setImmediate(readWaiting))
    }
    return promise
  }

  return (key) => asLogged(name, () => ask(key))
}
