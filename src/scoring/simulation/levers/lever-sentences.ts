import type { AggregateName } from '../../aggregates.ts'
import type { Rational } from '../../rational.ts'
import { decimalsOf, toUnits, unitsText } from '../decimal-units.ts'
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
    `Forecast ${counted(by, 'order')} closer to the ${of('actual_total')} that come: off by ${after} instead of ${before}.`,
  earlier_forecast: ({ by, before, after }) =>
    `Submit the forecasts ${counted(by, 'day')} earlier in all: ${counted(after, 'day')} late instead of ${before}.`,
  fewer_cancellations: ({ by, before, after, of }) =>
    `Cancel ${by} fewer of ${counted(of('orders'), 'order')}: ${after} instead of ${before}.`,
  more_on_time: ({ by, before, after, of }) =>
    `Have ${by} more of ${counted(of('ready_due'), 'order')} ready on time: ${after} instead of ${before}.`,
  cleaner_orders: ({ by, before, after, of }) =>
    `Send ${by} more of ${counted(of('orders'), 'order')} without a data error: ${after} instead of ${before}.`,
  fewer_tickets: ({ before, after, of }) =>
    `Cause fewer tickets: for ${counted(of('orders'), 'order')} they count as ${after} instead of ${before}.`,
  faster_replies: ({ by, before, after, of }) =>
    `Reply in time to ${by} more of ${counted(of('reply_due'), 'ticket')}: ${after} instead of ${before}.`,
  faster_resolutions: ({ by, before, after, of }) =>
    `Resolve ${by} more of ${counted(of('resolve_due'), 'ticket')} in time: ${after} overdue instead of ${before}.`,
  earlier_payment: ({ of, days }) =>
    `Pay the ¤${of('invoiced_amount')} due ${counted(days.by, 'day')} earlier on average: ${counted(days.after, 'day')} late instead of ${days.before}.`,
  less_overdue: ({ by, before, after, of }) =>
    `Pay ¤${by} that is overdue: of ¤${of('invoiced_amount')} due, ¤${after} is unpaid instead of ¤${before}.`,
  less_aged_stock: ({ by, before, after, of }) =>
    `Sell or take back old stock (a volume of ${by}): ${after} of ${of('stock_volume')} is old instead of ${before}.`,
  less_cover: ({ by, before, after }) =>
    `Keep ${counted(by, 'unit')} less in stock: ${after} instead of ${before}.`,
  more_cover: ({ by, before, after }) =>
    `Keep ${counted(by, 'unit')} more in stock: ${after} instead of ${before}.`,
  less_stranded_stock: ({ by, before, after, of }) =>
    `Sell or take back stranded stock (a volume of ${by}): ${after} of ${of('stock_volume')} is stranded instead of ${before}.`,
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
    of: (fact) => factText(facts[fact]),
    days: { by: days(by), before: days(before), after: days(after) },
  })
}

function factText(fact: Rational): string {
  const decimals = decimalsOf(fact)
  return unitsText(toUnits(fact, decimals), decimals)
}

const counted = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`
