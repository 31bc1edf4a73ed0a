import type { AggregateName } from '../../aggregates.ts'
import type { Rational } from '../../rational.ts'
import { decimalsOf, toUnits, unitsText } from '../decimal-units.ts'
import type { Study } from '../study.ts'
import { type LeverName, leverNamed } from './levers.ts'
import { type Movement, mostOf, moveBy } from './movement.ts'

/** The numbers of a sentence: how much moves, from what, to what, and any other fact. */
type Told = {
  by: string
  before: string
  after: string
  of: (fact: AggregateName) => string
  /** A part of what is invoiced times days, as days of all of it */
  days: { by: string; before: string; after: string }
}

const SENTENCES: Record<LeverName, (told: Told) => string> = {
  closer_forecast: ({ by, before, after, of }) =>
    `Forecasts closer by ${counted(by, 'order')} to the ${of('actual_total')} that came: off by ${after} instead of ${before}.`,
  earlier_forecast: ({ by, before, after }) =>
    `Forecasts submitted ${counted(by, 'day')} earlier, all together: ${counted(after, 'day')} late instead of ${before}.`,
  fewer_cancellations: ({ by, before, after, of }) =>
    `${by} fewer of the ${counted(of('orders'), 'order')} cancelled by the seller's fault: ${after} instead of ${before}.`,
  more_on_time: ({ by, before, after, of }) =>
    `${by} more of the ${counted(of('ready_due'), 'order')} due ready on time: ${after} instead of ${before}.`,
  cleaner_orders: ({ by, before, after, of }) =>
    `${by} more of the ${counted(of('orders'), 'order')} without a data error: ${after} instead of ${before}.`,
  fewer_tickets: ({ by, before, after, of }) =>
    `Tickets by the seller's fault weighing ${by} less on the ${counted(of('orders'), 'order')}: ${after} instead of ${before}.`,
  faster_replies: ({ by, before, after, of }) =>
    `${by} more of the ${counted(of('reply_due'), 'ticket')} due a reply replied to in time: ${after} instead of ${before}.`,
  faster_resolutions: ({ by, before, after, of }) =>
    `${by} fewer of the ${counted(of('tickets'), 'ticket')} open longer than allowed: ${after} instead of ${before}.`,
  earlier_payment: ({ of, days }) =>
    `The ${of('invoiced_amount')} invoiced paid ${counted(days.by, 'day')} earlier on average: ${counted(days.after, 'day')} late instead of ${days.before}.`,
  less_overdue: ({ by, before, after, of }) =>
    `${by} less of the ${of('invoiced_amount')} invoiced unpaid past its due date: ${after} instead of ${before}.`,
  less_aged_stock: ({ by, before, after, of }) =>
    `${by} less of the stock volume of ${of('stock_volume')} aged: ${after} instead of ${before}.`,
  less_cover: ({ by, before, after }) =>
    `${counted(by, 'unit')} less in stock: ${after} instead of ${before}.`,
  more_cover: ({ by, before, after }) =>
    `${counted(by, 'unit')} more in stock: ${after} instead of ${before}.`,
  less_stranded_stock: ({ by, before, after, of }) =>
    `${by} less of the stock volume of ${of('stock_volume')} stranded: ${after} instead of ${before}.`,
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
    of: (fact) => factText(mostOf(facts, leverNamed(movement.name), fact)),
    days: { by: days(by), before: days(before), after: days(after) },
  })
}

function factText(fact: Rational): string {
  const decimals = decimalsOf(fact)
  return unitsText(toUnits(fact, decimals), decimals)
}

const counted = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`
