import type { Outcome } from './outcomes.ts'

/** The results of the attempts at one subscription: whether any delivered, and the failures after the last that did. */
export interface Streak {
  id: number
  delivered: boolean
  failed: number
  /** The end of the first of these failures. */
  since: Date | null
}

/** The streaks of some outcomes, in the order in which they ended. */
export function streaksOf(outcomes: Outcome[]): Streak[] {
  const streaks = new Map<number, Streak>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'attempted') continue
    const { due, classification, entry } = outcome
    const id = due.subscription_id
    const before = streaks.get(id) ?? { id, delivered: false, failed: 0, since: null }
    const ended = new Date(entry.attempted_at.getTime() + entry.duration_ms)
    streaks.set(
      id,
      classification.outcome === 'delivered'
        ? { id, delivered: true, failed: 0, since: null }
        : { ...before, failed: before.failed + 1, since: before.since ?? ended },
    )
  }
  return [...streaks.values()]
}
