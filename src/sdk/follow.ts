import type { SellerOperatingScore } from './client.ts'
import { passes, SosError } from './errors.ts'
import type { Event } from './generated/schema.ts'
import { FIRST_WAIT_MS, pause } from './send.ts'

/** How the feed of events is followed. */
export interface FollowOptions<Type extends Event['type']> {
  /** Where to begin: what `save` was last given. Without it, the oldest event that is kept. */
  after?: string | undefined
  /** Keeps the place up to which all events are done with; its end is waited for. */
  save: (cursor: string) => unknown
  /** Only events of this type. */
  type?: Type
  /** How long to wait when there is nothing new, in milliseconds. Default: 5,000. */
  pollMs?: number
  /** How many events are asked for at once, up to 500. After a crash, so many may come again. Default: 100. */
  limit?: number
  /** Is told of failures that pass: it goes on by itself. */
  onProblem?: (problem: SosError) => void
  /** Ends the following with the signal's reason. */
  signal?: AbortSignal
}

const LONGEST_PAUSE_MS = 60_000

/**
 * All events, in order, each at least once; it ends only by its signal, a `break` or an error that does not pass.
 *
 * To ask for the next event is to be done with the one before. When all events of an answer are done with, `save` gets
 * the place. A process that stops or throws before that gets the events since then again, and after a restore or a failover
 * of the database all come again: use `event.id` to know them.
 *
 * @throws SosError when the feed may not be read, or `after` is no cursor
 */
export async function* follow<Type extends Event['type'] = Event['type']>(
  sos: SellerOperatingScore,
  { after, save, type, pollMs = 5_000, limit = 100, onProblem, signal }: FollowOptions<Type>,
): AsyncGenerator<Extract<Event, { type: Type }>, void, undefined> {
  for (let failures = 0; ; ) {
    const query = { limit, ...(after !== undefined && { after }), ...(type !== undefined && { type }) }
    const answer = await sos
      .GET('/api/events', { params: { query }, ...(signal && { signal }) })
      .catch((error: unknown) => {
        if (passes(error)) return error
        throw error
      })
    if (answer instanceof SosError) {
      onProblem?.(answer)
      await pause(Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_WAIT_MS, pollMs) * 2 ** failures++), signal)
      continue
    }
    failures = 0
    yield* answer.data as Extract<Event, { type: Type }>[]
    if (answer.next !== after) await save(answer.next)
    after = answer.next
    if (answer.data.length < limit) await pause(pollMs, signal)
  }
}
