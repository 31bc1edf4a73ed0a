import type { Schemas } from '../api/client.ts'
import { count, plural } from './format.ts'

/** How many scores a backtest is of, and how many of them come into another tier. */
export interface Moved {
  scores: number
  tier_drops: number
  tier_rises: number
}

export const movesIn = ({ scores, tier_drops, tier_rises }: Moved) =>
  `${count(tier_drops)} of ${plural(scores, 'score')} drop a tier, ${count(tier_rises)} rise`

/** How many sellers of a month are rated, and how many have too little data. */
export const ratedIn = ({ scored_sellers, unrated }: Schemas['DashboardStats']) =>
  `${plural(scored_sellers - unrated, 'seller is', 'sellers are')} rated${unrated ? `, ${unrated} ${unrated === 1 ? 'has' : 'have'} too little data` : ''}.`
