import { plural, wordsOf } from '../../../words/words.ts'

export const words = wordsOf({
  title: (month: string) => `What ${month} would be`,
  nothingYet: 'Nothing is changed yet',
  nothingYetText:
    'Move a point or type a number: here stands at once who would change tier, before anything is saved.',
  working: 'Calculating',
  mean: 'Mean total',
  from: (before: string) => `from ${before}`,
  moved: 'Change tier',
  ofSellers: (all: string) => `of ${all}`,
  up: (count: string) => `${count} up`,
  down: (count: string) => `${count} down`,
  nobody: 'Nobody changes tier.',
  spoken: (moved: number, up: number, down: number, mean: string) =>
    `${plural(moved, 'seller', 'sellers')} would change tier, ${up} up and ${down} down. Mean total ${mean}.`,
  tiers: 'Sellers by tier, before and after',
  tier: 'Tier',
  before: 'Before',
  after: 'After',
  change: 'Change',
  matrix: 'From which tier to which',
  fromTo: 'From ↓ to →',
  movers: 'Who moves most',
  rising: 'Rises most',
  falling: 'Falls most',
  seller: 'Seller',
  total: 'Total',
  noMovers: 'No total changes.',
  more: (count: number) => `Show ${count} more`,
  leftOut: (count: number) => `${plural(count, 'score', 'scores')} left out: an appeal has decided them.`,
  withoutInputs: (count: number) =>
    `${plural(count, 'score', 'scores')} left out: an earlier release made them.`,
  sampled: (count: string, all: string) => `An even sample: ${count} of ${all} scores.`,
  needsBacktest: 'A preview can not tell: a backtest can.',
  cost: 'What it costs in surcharges and bonuses, a backtest of a draft tells.',
})
