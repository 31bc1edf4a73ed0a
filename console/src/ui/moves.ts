import { count, plural } from './format.ts'

/** How many scores a backtest is of, and how many of them come into another tier. */
export interface Moved {
  scores: number
  tier_drops: number
  tier_rises: number
}

export const movesIn = ({ scores, tier_drops, tier_rises }: Moved) =>
  `${count(tier_drops)} of ${plural(scores, 'score')} drop a tier, ${count(tier_rises)} rise`
