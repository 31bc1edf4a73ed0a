export const MOST_RESTARTS = 3
export const WITHIN_MINUTES = 10

/**
 * Whether a server that has died may be started again: three times in any ten minutes.
 * @param restarts when it was started again before, and `now`, both in milliseconds of one clock
 */
export function mayRestart(restarts: number[], now: number): boolean {
  return restarts.filter((time) => now - time < WITHIN_MINUTES * 60_000).length < MOST_RESTARTS
}
