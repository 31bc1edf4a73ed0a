/** After how long without an answer one asks whether the database is there at all. */
const LATE_MS = 1_000

/**
 * Calls `late` when LATE_MS have passed and `over` after `ms`, until the returned function stops it. A process that was
 * busy or stopped itself finds its timers past due when it goes on: it reads what has arrived before it gives up.
 */
export function startDeadline(ms: number, { late, over }: { late(): void; over(): void }): () => void {
  let stopped = false
  const afterReading = (then: () => void) => () => setImmediate(() => stopped || then())
  let timer = setTimeout(
    afterReading(() => {
      if (ms <= LATE_MS) return over()
      timer = setTimeout(afterReading(over), ms - LATE_MS)
      late()
    }),
    Math.min(ms, LATE_MS),
  )
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
