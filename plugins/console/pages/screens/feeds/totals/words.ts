import { wordsOf } from '../../../words/words.ts'

/** The words of control totals. */
export const words = wordsOf({
  title: (month: string) => `Control totals of ${month}`,
  caption: 'What was declared beside what is stored',
  about: 'What the sending system counts. A difference stands in the completeness of the month.',
  none: 'Nothing is declared for this month.',
  noneText: 'The sending system declares what it has sent, or somebody does who has counted it.',
  seller: 'Seller',
  all: 'All together',
  total: 'Total',
  theirs: 'Declared',
  ours: 'Stored',
  difference: 'Difference',
  same: 'the same',
  missing: 'missing',
  tooMany: 'too many',
  declared: 'Declared by',
  by: (when: string, id: number | null) => (id === null ? when : `${when}, user ${id}`),
  enter: 'Declare',
  change: 'Change',
  replace: 'Replace',
  replaceOf: (what: string) => `Replace: ${what}`,
  enterTitle: (feed: string, month: string) => `Declare ${feed} of ${month}`,
  sellerHint: 'The code of one seller. Empty: all together.',
  replaces: 'It replaces what was declared before for the same month and seller.',
  keep: 'Declare',
  kept: 'Declared.',
})

/** What can be declared, as people call it. */
export const TOTALS: Record<string, string> = wordsOf({
  records: 'Records',
  units: 'Units',
  forecast_orders: 'Orders forecast',
  actual_orders: 'Orders that came',
  amount: 'Amount',
  quantity: 'Pieces',
})
