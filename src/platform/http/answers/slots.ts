import pLimit from 'p-limit'
import { badRequest } from '../errors/problems.ts'

/** Slots for something that only so many may do at once. The others wait in a line. */
export type Slots = ReturnType<typeof createSlots>

export interface SlotOptions {
  atOnce: number
  /** How many may wait. */
  places?: number
  /** The longest wait, in milliseconds. */
  waitMs?: number
  /** Makes the error of what does not get a slot. */
  refuse: () => Error
}

export const PLACES = 200
const WAIT_MS = 60_000

export function createSlots({ atOnce, places = PLACES, waitMs = WAIT_MS, refuse }: SlotOptions) {
  const limit = pLimit(atOnce)
  /** Who has a slot or waits for one. */
  let inside = 0

  /**
   * Waits for a slot and answers what frees it, to be called once the work is done, in any case: a caller that goes
   * (`gone` aborts) ends the wait alone, for the statements of its work run on.
   * @throws what `refuse` makes when too many wait, or the wait is too long; 400 when `gone` aborts first
   */
  async function take(gone: AbortSignal): Promise<() => void> {
    if (inside >= atOnce + places) throw refuse()
    inside += 1
    const left = AbortSignal.any([gone, AbortSignal.timeout(waitMs)])
    const turn = Promise.withResolvers<() => void>()
    const leave = () => {
      inside -= 1
      turn.reject(gone.aborted ? badRequest('caller_gone', 'The caller has gone; ask again.') : refuse())
    }
    if (left.aborted) leave()
    else left.addEventListener('abort', leave)
    void limit(async () => {
      if (left.aborted) return
      left.removeEventListener('abort', leave)
      await new Promise<void>(turn.resolve)
      inside -= 1
    })
    return turn.promise
  }

  return {
    take,
    taken: () => Math.min(inside, atOnce),
    waiting: () => Math.max(0, inside - atOnce),
  }
}
