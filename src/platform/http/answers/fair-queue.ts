import { badRequest } from '../errors/problems.ts'

/**
 * Slots for something that only so many may do at once. Who has to wait waits in a line, and callers come in rotation.
 */
export interface FairQueue {
  /**
   * Waits for a slot and answers what frees it, to be called once the work is done; more calls do nothing.
   * @throws what `refuse` makes; 400 when `gone` aborts first
   */
  take(caller: string, gone: AbortSignal): Promise<() => void>
  /** How many wait. */
  waiting(): number
}

export interface FairQueueOptions {
  /** How many slots there are. */
  atOnce: number
  /** How many of them one caller may have. */
  mostOfOne?: number
  /** How many may wait. */
  places?: number
  /** The longest wait of a caller who asks for several things at once, in milliseconds. */
  waitMs?: number
  /** The longest wait of a caller who asks for one thing at a time, as a multiple of that. */
  mostWaits?: number
  /** Makes the error of what does not get a slot. */
  refuse: () => Error
}

interface Waiting {
  caller: string
  begin(end: () => void): void
  giveUp(error: Error): void
}

export const PLACES = 200
const WAIT_MS = 10_000
/** A caller who asks for one thing at a time may wait as long as bulk work may take. */
const MOST_WAITS = 60

/**
 * The line is fair: each caller with something in it has the next free slot in rotation, and where it is full the
 * newest of who has the most in it makes place. So who asks for one thing after another is served beside any flood.
 */
export function createFairQueue({
  atOnce,
  mostOfOne = atOnce,
  places = PLACES,
  waitMs = WAIT_MS,
  mostWaits = MOST_WAITS,
  refuse,
}: FairQueueOptions): FairQueue {
  const line = new Map<string, Waiting[]>()
  const atWork = new Map<string, number>()
  let free = atOnce
  let count = 0

  const mayBegin = (caller: string) => free > 0 && (atWork.get(caller) ?? 0) < mostOfOne
  const countOf = (caller: string) => (line.get(caller)?.length ?? 0) + (atWork.get(caller) ?? 0)

  async function take(caller: string, gone: AbortSignal): Promise<() => void> {
    if (mayBegin(caller) && ![...line.keys()].some(mayBegin)) return begun(caller)
    if (count >= places) makePlace(caller)
    return new Promise((begin, fail) => {
      let waits = 0
      const patience = setInterval(() => {
        waits += 1
        if (countOf(caller) > 1 || waits >= mostWaits) leave(refuse())
      }, waitMs)
      const settle = () => {
        clearInterval(patience)
        gone.removeEventListener('abort', hangUp)
      }
      const one: Waiting = {
        caller,
        begin(end) {
          settle()
          begin(end)
        },
        giveUp(error) {
          settle()
          fail(error)
        },
      }
      const leave = (error: Error) => {
        remove(one)
        one.giveUp(error)
      }
      const hangUp = () => leave(badRequest('caller_gone', 'The caller has gone; ask again.'))
      gone.addEventListener('abort', hangUp)
      line.set(caller, [...(line.get(caller) ?? []), one])
      count += 1
      if (gone.aborted) hangUp()
    })
  }

  /** Sends the newest of the longest part of the line away. @throws when that is the one who just came */
  function makePlace(caller: string) {
    const longest = [...line.values()].reduce((one, other) => (other.length > one.length ? other : one))
    const newest = longest.at(-1) as Waiting
    if ((line.get(caller)?.length ?? 0) + 1 >= longest.length) throw refuse()
    remove(newest)
    newest.giveUp(refuse())
  }

  function remove(one: Waiting) {
    const rest = line.get(one.caller)?.filter((other) => other !== one) ?? []
    if (rest.length > 0) line.set(one.caller, rest)
    else line.delete(one.caller)
    count -= 1
  }

  function begun(caller: string): () => void {
    free -= 1
    atWork.set(caller, (atWork.get(caller) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (atWork.get(caller) ?? 1) - 1
      if (left > 0) atWork.set(caller, left)
      else atWork.delete(caller)
      free += 1
      setImmediate(next) // after what has come meanwhile
    }
  }

  function next() {
    const caller = [...line.keys()].find(mayBegin)
    const one = caller === undefined ? undefined : line.get(caller)?.[0]
    if (!one) return
    remove(one)
    const rest = line.get(one.caller)
    if (rest) {
      line.delete(one.caller) // to the end of the rotation
      line.set(one.caller, rest)
    }
    one.begin(begun(one.caller))
  }

  return { take, waiting: () => count }
}
