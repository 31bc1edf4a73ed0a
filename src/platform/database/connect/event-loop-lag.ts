const TICK_MS = 100

/** Measures for how long at most this process did not get to its timers, in milliseconds, until it is stopped. */
export function watchLag(): { stop(): number } {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last - TICK_MS)
    last = now
  }
  const timer = setInterval(look, TICK_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return longest
    },
  }
}
