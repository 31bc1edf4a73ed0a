import { parse, round, subtract } from './rational.ts'

export const DIRECTIONS = ['up', 'down', 'flat', 'new', 'unrated'] as const
export type Direction = (typeof DIRECTIONS)[number]
export type Trend = { previous_sos: number; delta: number; direction: Direction }

/**
 * The change from the seller's latest earlier rated total. Without one the trend is new and nothing has changed; a
 * total that is not rated itself is made of too little data to have risen or fallen.
 */
export function computeTrend(total: number, previous: number | null, isRated: boolean): Trend {
  if (!isRated) return { previous_sos: previous ?? total, delta: 0, direction: 'unrated' }
  if (previous === null) return { previous_sos: total, delta: 0, direction: 'new' }
  const delta = round(subtract(parse(total), parse(previous)), 2)
  return { previous_sos: previous, delta, direction: delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat' }
}
