const STEP = 10
/** More lines than that are too many to read. */
const MOST = 5

/** An axis of scores that is as long as its values need, in round steps. */
export function axisOf(values: number[]) {
  const low = Math.max(0, Math.floor((Math.min(...values) - 1) / STEP) * STEP)
  const high = Math.min(100, Math.ceil((Math.max(...values) + 1) / STEP) * STEP)
  const step = (high - low) / STEP > MOST ? 2 * STEP : STEP
  const ticks = Array.from({ length: Math.ceil((high - low) / step) + 1 }, (_, i) => low + i * step)
  return { domain: [low, ticks.at(-1) ?? high], ticks, width: 32, tickFormatter: String }
}
