import { month } from '../../logic/format.ts'
import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Sellers at risk',
  list: 'Likely to fall below their last final tier',
  risk: 'Chance to fall',
  over: (percent: string) => `over ${percent}`,
  any: 'All sellers',
  seller: 'Seller',
  fall: 'Chance to fall',
  last: 'Last final',
  likeliest: 'Most likely',
  expected: 'Expected',
  range: '8 of 10 cases',
  manager: 'Account manager',
  asOf: (when: string) => `from the facts as of ${when}`,
  notRunning: (period: string) => `${month(period)} is not the running month: this is its last projection.`,
  toRunning: (period: string) => `Show ${month(period)}`,
  nothingFits: 'No seller is in the list',
  nothingFitsText: 'It is made every night. Choose a lower chance to see who comes next.',
  nothing: (period: string) => `No projections of ${month(period)}`,
  nothingText: 'Every night the running month of each active seller is projected; the list fills then.',
})
