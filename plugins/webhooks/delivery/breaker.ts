/**
 * A circuit breaker: what one process remembers of one endpoint, so that a dead endpoint holds one slot now and then
 * and not all of them until each attempt has timed out. After a few troubled attempts in a row it opens: nothing is
 * sent for a pause, then one attempt goes as a probe; it closes the circuit or doubles the pause.
 *
 * An attempt that may not go yet is no attempt: it keeps its number and asks again at the end of the pause. So nothing
 * is lost, nothing comes earlier than scheduled, and an endpoint that is well again is found within the longest pause.
 */
export type Circuit = {
  /** troubled attempts in a row while closed */
  failures: number
  /** pauses in a row; 0 is a closed circuit */
  pauses: number
  /** since when the present pause or probe runs, as performance.now() tells it: a clock that is set changes no pause */
  since: number
  /** when the next attempt may go, told the same way */
  until: number
}

export const CLOSED: Circuit = { failures: 0, pauses: 0, since: 0, until: 0 }

const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** A probe that has not ended by then is taken for lost, and another attempt may go. */
const PROBE_MS = 60_000

/** Whether the ending of an attempt says that the endpoint is down or overloaded, rather than that it said no. */
export const isTrouble = (status: number | null) => status === null || status === 429 || status >= 500

/** Whether an attempt may go at `now`; if not, when to ask again. The new circuit takes the place of the old one. */
export function admit(circuit: Circuit, now: number): { circuit: Circuit; wait_until: number | null } {
  if (circuit.pauses === 0) return { circuit, wait_until: null }
  if (now < circuit.until) return { circuit, wait_until: circuit.until }
  return { circuit: { ...circuit, since: now, until: now + PROBE_MS }, wait_until: null }
}

/** How an endpoint took an attempt that was admitted at `started` and ended at `now`. */
export type Reception = { trouble: boolean; started: number; now: number }

/** The circuit after an attempt. */
export function settle(circuit: Circuit, attempt: Reception): Circuit {
  if (!attempt.trouble) return CLOSED
  // It set out before the circuit opened, so it says nothing new.
  if (attempt.started < circuit.since) return circuit
  const failures = circuit.failures + 1
  if (failures < FAILURES_TO_OPEN) return { ...circuit, failures }
  const since = attempt.now
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** circuit.pauses, LONGEST_PAUSE_MS)
  return { failures, pauses: circuit.pauses + 1, since, until: since + pause }
}
