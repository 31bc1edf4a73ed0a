import { count } from './format.ts'

/** More lines than that are too many to read. */
const MOST = 5

/** An axis that is as long as its values need, in round steps; of scores it ends at 100. */
export function axisOf(values: number[], step = 10) {
  const low = Math.max(0, Math.floor(Math.min(...values) / step - 0.1))
  const high = Math.min(100 / step, Math.ceil(Math.max(...values) / step + 0.1))
  const by = high - low > MOST ? 2 : 1
  const ticks = Array.from({ length: Math.ceil((high - low) / by) + 1 }, (_, i) => (low + i * by) * step)
  return { domain: [ticks[0] ?? 0, ticks.at(-1) ?? 100], ticks, width: 32, tickFormatter: count }
}

/** So many points of a chart have room for their numbers. */
export const FEW = 6
