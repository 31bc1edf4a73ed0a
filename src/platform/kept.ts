import { setTimeout as delay } from 'node:timers/promises'

/** Makes something at its first use; when that fails, the next one tries again. */
export function onceMade<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () =>
    (made ??= make().catch((error) => {
      made = undefined
      throw error
    }))
}

/**
 * Reads something at most once in `freshMs`, and never twice at a time, however many ask. Who asks waits `patienceMs` at
 * the most, and then has what was read before, with when that was (performance.now()); undefined before the first time.
 * A reading that fails changes nothing.
 */
export function keptFresh<Value>(
  read: () => Promise<Value>,
  { freshMs, patienceMs }: { freshMs: number; patienceMs: number },
) {
  let known: { at: number; value: Value } | undefined
  let reading: Promise<void> | undefined
  const isFresh = () => known !== undefined && performance.now() - known.at < freshMs

  async function readNow() {
    try {
      const value = await read()
      known = { at: performance.now(), value }
    } catch {} // whoever reads says why
    reading = undefined
  }
  return async () => {
    if (!isFresh()) {
      reading ??= readNow()
      await Promise.race([reading, delay(patienceMs, undefined, { ref: false })])
    }
    return known
  }
}
