import { plural, wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Surcharges',
  list: 'Surcharges',
  seller: 'Seller',
  sellerHint: 'Code, such as S-1018',
  type: 'Kind',
  amount: 'Amount',
  state: 'State',
  why: 'Why',
  month: 'Month',
  made: 'Made',
  rule: 'The rule',
  onlyMonth: 'Only this month',
  evaluate: 'Evaluate the rules',
  apply: 'Apply',
  waive: 'Waive',
  clear: 'Clear the selection',
  actions: 'Actions',
  actionsOf: (seller: string) => `Actions on the surcharge of ${seller}`,
  openSeller: 'Open the seller',
  nothing: 'No surcharge here',
  nothingText: 'The rules make them from the scores of a month: evaluate the rules once it is calculated.',
  nothingFits: 'No surcharge fits these filters.',
  byHand: 'Made by hand',
  firstOnly: (count: number) => `Of the first ${count}`,
  applyTitle: (count: number) => `Apply ${plural(count, 'surcharge', 'surcharges')}?`,
  waiveTitle: (count: number) => `Waive ${plural(count, 'surcharge', 'surcharges')}?`,
  applyText: (count: number, sum: string) =>
    `${plural(count, 'surcharge is', 'surcharges are')} applied, ${sum} in all. An applied surcharge can only be waived.`,
  waiveText: (count: number, sum: string) =>
    `${plural(count, 'surcharge is', 'surcharges are')} waived for good, ${sum} in all. The rules do not make them again.`,
  blocks: (count: number) =>
    `${plural(count, 'of them is a payment block', 'of them are payment blocks')}: a seller whose last block is waived may get orders again.`,
  leftOut: (count: number) => `${plural(count, 'is', 'are')} in that state already, or waived, and left out.`,
  reason: 'Reason',
  reasonHint: 'Kept with the surcharge',
  reasonMust: 'Why it is waived. Kept with the surcharge.',
  isApplied: (count: number) => `${plural(count, 'surcharge is', 'surcharges are')} applied.`,
  isWaived: (count: number) => `${plural(count, 'surcharge is', 'surcharges are')} waived.`,
  failed: (count: number) => `${plural(count, 'surcharge was', 'surcharges were')} not changed`,
  evaluateTitle: 'Evaluate the surcharge rules',
  evaluateText: (month: string) => `What the rules make of the scores of ${month}. Nothing is written yet.`,
  wouldCreate: 'New',
  wouldSum: 'They come to',
  existing: 'Made before',
  create: (count: number) => `Create ${count}`,
  created: (count: number) => `${plural(count, 'surcharge is', 'surcharges are')} made.`,
  createTitle: (count: number) => `Create ${plural(count, 'surcharge', 'surcharges')}?`,
  createText: (count: number, sum: string, month: string) =>
    `${plural(count, 'pending surcharge', 'pending surcharges')} for ${month}, ${sum} in all. Webhooks are told, and payment blocks block at once.`,
  nothingNew: 'Nothing new to create',
  nothingNewText: (existing: number) =>
    existing > 0
      ? `${plural(existing, 'surcharge was', 'surcharges were')} made before. A rule brings a seller one surcharge a month.`
      : 'No seller’s score breaks a rule, or the month has not been calculated.',
  found: 'What would be made',
  measured: 'Measured',
  limit: 'Limit',
  warnings: 'What the service said',
})

export const STATE = wordsOf({ pending: 'Pending', applied: 'Applied', waived: 'Waived' })

const KINDS: Record<string, string> = wordsOf({
  planning_overload: 'Planning overload',
  payment_block: 'Payment block',
  aging_storage_multiplier: 'Aged storage',
})

/** `payment_block` → `Payment block`; a kind without a name stays as it is. */
export const kindOf = (type: string) => KINDS[type] ?? type
