import { plural, wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Scores',
  list: (month: string) => `Scores of ${month}`,
  rows: (month: string) => `Sellers in ${month}`,
  seller: 'Seller',
  total: 'Total',
  change: 'Change',
  tier: 'Tier',
  status: 'Status',
  actions: 'Actions',
  actionsOf: (code: string) => `Actions for ${code}`,
  search: 'Seller',
  searchHint: 'Code or name',
  manager: 'Account manager',
  warehouse: 'Warehouse',
  all: 'All',
  clear: 'Clear filters',
  noData: 'no data',
  notRated: 'not rated',
  grace: 'New seller',
  open: 'Open the seller',
  review: 'Put under review',
  reviewSome: 'Review',
  finalize: 'Finalize',
  nothing: 'Nothing fits these filters',
  nothingText: 'Choose other filters, or clear them.',
  empty: 'No scores yet',
  emptyText:
    'Calculate the month: each active seller gets a score from the facts that the feeds have pushed.',
  emptyRead: 'The month has not been calculated yet.',
  calculate: 'Calculate',
  calculateAgain: 'Calculate again',
  finalizeMonth: 'Finalize month',
  clearSelection: 'Clear the selection',
  isFinal: (count: number) => `${plural(count, 'score is', 'scores are')} final now.`,
  warnings: 'What the service said',
  dismiss: 'Dismiss',
})

/** The states of a score. */
export const STATUS = wordsOf({ draft: 'Draft', under_review: 'Under review', final: 'Final' })

export const runWords = wordsOf({
  last: 'Last calculation',
  calculating: 'Calculating',
  queued: 'Waits for its turn',
  done: (done: number, total: number) => `${done} of ${plural(total, 'seller', 'sellers')}`,
  scored: (count: number) => `${plural(count, 'seller', 'sellers')} scored`,
  leftFinal: (count: number) =>
    `${plural(count, 'score', 'scores')} left as they were (final, or revised by an appeal)`,
  unrated: (count: number) => `${plural(count, 'seller', 'sellers')} unrated`,
  failed: 'The calculation failed',
  run: (id: number) => `Run ${id}`,
  asOf: (date: string) => `counting what happened until ${date}`,
  finished: (ago: string) => `finished ${ago}`,
  started: (ago: string) => `started ${ago}`,
  failedAdvice: 'What was stored stays. Mend the cause, then calculate again.',
})

export const changeWords = wordsOf({
  reviewTitle: (count: number) => `Put ${plural(count, 'score', 'scores')} under review`,
  reviewOne: (code: string) => `Put ${code} under review`,
  finalizeOne: (code: string) => `Finalize ${code}`,
  reviewText: 'A score under review stays open for changes until somebody makes it final.',
  finalizeTitle: (count: number) => `Finalize ${plural(count, 'score', 'scores')}`,
  finalizeText:
    'This can’t be undone. A final score changes by an appeal or a correction only, and webhooks are told.',
  already: (count: number) =>
    `${plural(count, 'score is', 'scores are')} final already and will be left out.`,
  note: 'Note',
  noteHint: 'Kept with the score. May be left empty.',
  review: 'Put under review',
  finalize: 'Finalize',
  retry: 'Try the rest again',
  working: (done: number, total: number) => `${done} of ${total} done`,
  changed: (code: string, before: string, now: string) =>
    `${code} has changed since you saw it: ${before}, now ${now}. Look at it, then try again.`,
  failed: (code: string, why: string) => `${code}: ${why}`,
  someFailed: (count: number) => `${plural(count, 'score was', 'scores were')} not changed`,
  more: (count: number) => `and ${plural(count, 'more', 'more')}`,
  reviewed: (count: number) => `${plural(count, 'score is', 'scores are')} under review.`,
  finalized: (count: number) => `${plural(count, 'score is', 'scores are')} final.`,
})

export const finalizeWords = wordsOf({
  title: (month: string) => `Finalize ${month}`,
  effect: (count: number) =>
    `${plural(count, 'score becomes', 'scores become')} final. This can’t be undone: a final score changes by an appeal or a correction only, and webhooks are told.`,
  already: (count: number) => `${plural(count, 'score is', 'scores are')} final already.`,
  nothing: 'No score of this month is open: there is nothing to finalize.',
  run: (id: number) => `Run ${id} still calculates this month. Finalize when it has ended.`,
  running: 'The month is not over yet: later facts will not count.',
  appeals: (count: number) => `${plural(count, 'appeal is', 'appeals are')} still open.`,
  unreviewed: (count: number) => `${plural(count, 'score has', 'scores have')} not been reviewed.`,
  unrated: (count: number) => `${plural(count, 'seller is', 'sellers are')} unrated, for too little data.`,
  tiers: 'By tier',
  action: (count: number) => `Finalize ${plural(count, 'score', 'scores')}`,
})
