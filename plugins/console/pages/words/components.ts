import { wordsOf } from './words.ts'

/** The components of a score, in their order, by the names that the API gives them. */
export const COMPONENT_NAMES = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const
export type ComponentName = (typeof COMPONENT_NAMES)[number]

/** What each component is about: the feed that it is read from. */
export const COMPONENTS = wordsOf({
  p_score: 'Forecasts',
  o_score: 'Orders',
  t_score: 'Tickets',
  f_score: 'Payments',
  i_score: 'Inventory',
})
