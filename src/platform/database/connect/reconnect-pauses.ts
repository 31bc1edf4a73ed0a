const FIRST_PAUSE_MS = 100

/**
 * The pauses between attempts to reach the database, in milliseconds: from 0.1 s on each is twice the one before, up
 * to `longest`, and each differs by up to a fifth, so that many processes don't come back at the same instant.
 */
export function reconnectPauses(longest: number) {
  let pause = FIRST_PAUSE_MS
  return {
    next() {
      const jittered = pause * (0.8 + 0.4 * Math.random())
      pause = Math.min(2 * pause, longest)
      return Math.min(jittered, longest)
    },
    restart() {
      pause = FIRST_PAUSE_MS
    },
  }
}
