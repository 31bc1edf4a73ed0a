import type { AggregateName } from '../../aggregates.ts'
import { decimalText, unitsText } from '../decimal-units.ts'
import type { Study } from '../study.ts'
import type { LeverName } from './levers.ts'
import { type Movement, moveBy } from './movement.ts'

/** The numbers of a sentence: how much moves, from what, to what, and any other fact. */
type Told = {
  by: string
  before: string
  after: string
  of: (fact: AggregateName) => string
  /** A part of what is invoiced times days, as days of all of it */
  days: { by: string; before: string; after: string }
}

/** Each says what to do, and what comes of it. ¤ is before an amount of money. */
const SENTENCES: Record<LeverName, (told: Told) => string> = {
  closer_forecast: ({ by, before, after, of }) =>
    `Forecast ${counted(by, 'order')} closer to the ${of('actual_total')} that come: from ${before} off to ${after}.`,
  earlier_forecast: ({ by, before, after }) =>
    `Submit the forecasts ${counted(by, 'day')} earlier in all: from ${counted(before, 'day')} late to ${after}.`,
  fewer_cancellations: ({ by, before, after, of }) =>
    `Cancel ${by} fewer of ${counted(of('orders'), 'order')}: from ${before} to ${after}.`,
  more_on_time: ({ by, before, after, of }) =>
    `Have ${by} more of ${counted(of('ready_due'), 'order')} ready on time: from ${before} to ${after}.`,
  cleaner_orders: ({ by, before, after, of }) =>
    `Have ${by} more of ${counted(of('orders'), 'order')} without a data error: from ${before} to ${after}.`,
  fewer_tickets: ({ before, after, of }) =>
    `Cause fewer tickets, for ${counted(of('orders'), 'order')}: they count as ${after} instead of ${before}.`,
  faster_replies: ({ by, before, after, of }) =>
    `Reply in time to ${by} more of ${counted(of('reply_due'), 'ticket')}: from ${before} to ${after}.`,
  faster_resolutions: ({ by, before, after, of }) =>
    `Resolve ${by} more of ${counted(of('resolve_due'), 'ticket')} in time: from ${before} overdue to ${after}.`,
  earlier_payment: ({ of, days }) =>
    `Pay the ¤${of('invoiced_amount')} due ${counted(days.by, 'day')} earlier on average: from ${counted(days.before, 'day')} late to ${days.after}.`,
  less_overdue: ({ by, before, after, of }) =>
    `Pay ¤${by} that is overdue: from ¤${before} unpaid to ¤${after}, of ¤${of('invoiced_amount')} due.`,
  less_aged_stock: ({ by, before, after, of }) =>
    `Replace old stock by new (a volume of ${by}): from ${before} old to ${after}, of ${of('stock_volume')}.`,
  less_cover: ({ by, before, after }) =>
    `Keep ${counted(by, 'fewer unit')} in stock: from ${before} to ${after}.`,
  more_cover: ({ by, before, after }) =>
    `Keep ${counted(by, 'more unit')} in stock: from ${before} to ${after}.`,
  less_stranded_stock: ({ by, before, after, of }) =>
    `Replace stranded stock (a volume of ${by}): from ${before} stranded to ${after}, of ${of('stock_volume')}.`,
}

/** What so many steps of a lever are, with the counts before and after. */
export function sentenceOf({ facts }: Study, movement: Movement, steps: number): string {
  const [main] = moveBy(facts, movement, steps)
  const { before, after } = main ?? { before: 0n, after: 0n }
  const by = after > before ? after - before : before - after
  const days = (units: bigint) => unitsText((units * 200n + movement.step) / (movement.step * 2n), 2)
  const text = (units: bigint) => unitsText(units, movement.decimals)
  return SENTENCES[movement.name]({
    by: text(by),
    before: text(before),
    after: text(after),
    of: (fact) => decimalText(facts[fact]),
    days: { by: days(by), before: days(before), after: days(after) },
  })
}

const counted = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`
