import type { ScoredFeed } from './scored-feeds.ts'

/** The five components of the score, in the order in which ties are broken. */
export const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const
export type Component = (typeof COMPONENTS)[number]

/** A component is in use in a month when this feed is. */
export const FEED_OF = {
  p_score: 'forecasts',
  o_score: 'orders',
  t_score: 'tickets',
  f_score: 'payments',
  i_score: 'inventory',
} as const satisfies Record<Component, ScoredFeed>

/** The configuration type that holds a component's metric rules. */
export const RULE_TYPE_OF = {
  p_score: 'p-score',
  o_score: 'o-score',
  t_score: 't-score',
  f_score: 'f-score',
  i_score: 'i-score',
} as const satisfies Record<Component, string>

export const isComponent = (name: unknown): name is Component =>
  (COMPONENTS as readonly unknown[]).includes(name)
