import { parse, round, subtract } from './rational.ts'

export type Direction = 'up' | 'down' | 'flat' | 'new'
export type Trend = { previous_sos: number; delta: number; direction: Direction }

/** The change from the seller's latest earlier total; without one the trend is new and nothing has changed. */
export function computeTrend(total: number, previous: number | null): Trend {
  if (previous === null) return { previous_sos: total, delta: 0, direction: 'new' }
  const delta = round(subtract(parse(total), parse(previous)), 2)
  return { previous_sos: previous, delta, direction: delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat' }
}
