import { money, readable } from '../../../src/domain/words/plainly.ts'
import { LEFT_OUT_SAID } from '../../../src/scoring/fault-words.ts'
import type { Reason } from '../../../src/scoring/left-out.ts'
import type { Metric } from '../../../src/scoring/metrics.ts'

/** What a row adds to a metric. */
export interface Added {
  numerator: number
  denominator: number
  left_out?: Reason
}

type Say = (added: Added, currency: string | undefined) => string

const counted = (count: number, one: string) => `${readable(count)} ${one}${count === 1 ? '' : 's'}`

const ofForecast: Say = ({ numerator, denominator }) =>
  `Off by ${readable(Math.abs(numerator))} of ${counted(denominator, 'order')}`
const ofVolume: Say = ({ numerator, denominator }) => `${readable(numerator)} of ${readable(denominator)}`
const yesNo: Say = ({ numerator }) => (numerator > 0 ? 'Yes' : 'No')

/** What rows are that are more than a yes or no, by what they add to. The last three are of rows of two feeds. */
const SAID: Record<string, Say> = {
  absolute_error: ofForecast,
  error: ofForecast,
  lateness_days: ({ numerator }) => `${counted(numerator, 'day')} late`,
  amount_days_late: ({ numerator, denominator }) => `${counted(numerator / denominator, 'day')} late`,
  unpaid_amount: ({ numerator, denominator }, currency) =>
    `${money(numerator, currency)} of ${money(denominator, currency)}`,
  aged_volume: ofVolume,
  stranded_volume: ofVolume,
  seller_ticket_weight: ({ numerator, denominator }) =>
    numerator > 0 ? `Counts as ${readable(numerator)}` : counted(denominator, 'order'),
  returns_judged: ({ numerator, denominator }) =>
    numerator > 0 ? counted(numerator, 'return') : counted(denominator, 'order'),
  stock_days: ({ numerator, denominator }) =>
    numerator > 0 ? 'In stock' : `${counted(denominator / 7, 'unit')} ordered`,
}

/** What a row adds to a metric, for people: a share only where there is something to be a share of. */
export function rowSaid({ rows }: Metric, added: Added, currency: string | undefined): string {
  const { numerator, denominator, left_out } = added
  if (left_out) return `Left out: ${LEFT_OUT_SAID[left_out]}`
  if (numerator === 0 && denominator === 0) return 'Not counted'
  return (SAID[rows.numerator] ?? yesNo)(added, currency)
}
