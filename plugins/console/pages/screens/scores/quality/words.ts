import { count } from '../../../logic/format.ts'
import { nameOf } from '../../../words/metrics.ts'
import { plural, wordsOf } from '../../../words/words.ts'

export const words = wordsOf({
  title: (month: string) => `Completeness of ${month}`,
  complete: 'Complete',
  nothing: 'Nothing is missing.',
  soFar: 'Nothing is missing so far. The rest is judged when the month is over.',
  blocks: (checks: number) => `${count(checks)} ${checks === 1 ? 'blocks' : 'block'}`,
  warns: (checks: number) => plural(checks, 'warning', 'warnings'),
  block: 'Blocks',
  warn: 'Warns',
  of: (value: string, expected: string) => `${value} of ${expected}`,
  above: (value: string, limit: string) => `${value}, at most ${limit}`,
  missing: (much: string) => `${much} missing`,
  sellers: (sellers: number) => plural(sellers, 'seller', 'sellers'),
  toFeed: 'Look at the feed',
  toRejections: 'Look at the rejections',
  toSellers: 'Look at unrated sellers',
  gateBlock: 'A month is not finalized until everything that blocks is put right, or accepted with a reason.',
  gateWarn: 'This does not stop anybody from finalizing.',
  kept: 'When it was finalized',
  keptMonth: (when: string, who: string) => `The month, ${when}, ${who}`,
  keptOne: (when: string, who: string) => `One score, ${when}, ${who}`,
  byUser: (id: number) => `by user ${id}`,
  byNobody: 'by the service',
  accepted: (what: string) => `accepted: ${what}`,
  toAccept: 'Accept, and finalize all the same',
  accept: (what: string) => `Accept: ${what}`,
  why: 'Why the data are right as they are',
  whyHint: 'Kept with the scores and in the audit log.',
  saidPass: 'The data: nothing was missing.',
  saidUnknown: 'The data could not be judged in time.',
  saidChecks: (what: string) => `The data: ${what}.`,
  saidAccepted: (checks: number) => `${count(checks)} accepted`,
})

/** How the data looked. */
export const RESULTS: Record<string, string> = wordsOf({
  pass: 'complete',
  warn: 'with warnings',
  block: 'over what blocks',
  unknown: 'not judged',
})

const KINDS: Record<string, string> = wordsOf({
  feed_missing: 'Nothing at all',
  volume_drop: 'Unusual volume',
  missing_day: 'Days without facts',
  stale_feed: 'Not pushed after the month',
  rejections: 'Many rejections',
  control_total: 'Not what was declared',
  distribution: 'Distributed otherwise',
  month_not_over: 'The month is not over',
  silent_sellers: 'Sellers gone silent',
  recalculate: 'Calculate again',
})

/** `missing_day:orders` → `Orders: days without facts` */
export function checkName(id: string): string {
  const [kind = '', of = ''] = id.split(':')
  const name = KINDS[kind] ?? kind
  return of ? `${capital(nameOf(of))}: ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
