import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { addDays } from '../calendar.ts'
import { conductOf } from '../conduct.ts'
import type { Month } from '../month.ts'
import { randomFor } from '../random.ts'
import type { DemoSeller } from '../sellers.ts'
import { plannedOrders } from '../volume.ts'

/** Four invoices a month: on these days, or some days later, as each seller's contract says. */
const DAYS = [1, 8, 15, 22]
const LATEST_SHIFT = 6
/** How long before the demo's first month invoices begin, so that old debts are old when it begins. */
const MONTHS_BEFORE = 5
/** Handling and storage of an order. */
const FEE = 3.2

/**
 * The invoices to a seller that fall due in a month, as they stand at the anchor. The first month brings all before
 * it, the running one all that are to come.
 */
export function payments(seller: DemoSeller, month: Month) {
  const shift = randomFor('billing', seller.code).whole(0, LATEST_SHIFT)
  return issuePeriods(month)
    .flatMap((period) => DAYS.map((day) => `${period}-${String(day + shift).padStart(2, '0')}`))
    .filter((date) => date >= seller.starts && date < (seller.leaves?.on ?? month.calendar.anchor))
    .map((issued_on) => invoice(seller, month, issued_on))
    .filter(({ due_on }) => belongsTo(due_on.slice(0, 7), month))
}

const issuePeriods = ({ calendar, index }: Month) =>
  Array.from({ length: MONTHS_BEFORE + index + 1 }, (_, month) =>
    shiftPeriod(calendar.periods[0] as string, month - MONTHS_BEFORE),
  )

const belongsTo = (duePeriod: string, { period, isFirst, isRunning }: Month) =>
  duePeriod === period || (isFirst && duePeriod < period) || (isRunning && duePeriod > period)

function invoice(seller: DemoSeller, { calendar }: Month, issued_on: string) {
  const random = randomFor('invoice', seller.code, issued_on)
  const issuePeriod = issued_on.slice(0, 7)
  const amount = cents(
    (plannedOrders(seller, issuePeriod) / DAYS.length + 2) * FEE * random.between(0.85, 1.15),
  )
  const due_on = addDays(issued_on, seller.payment_terms_days)
  const { days_late } = conductOf(seller, due_on.slice(0, 7), calendar.periods.indexOf(due_on.slice(0, 7)))
  const late = days_late < 1 ? -random.whole(0, 4) : Math.round(days_late * random.between(0.5, 1.5))
  const paid_on = addDays(due_on, late)
  const hasPaidPart = late > 30 && random.chance(0.25)
  return {
    invoice_code: `INV-${seller.code.slice(2)}-${issued_on.slice(2).replaceAll('-', '')}`,
    seller_code: seller.code,
    amount,
    issued_on,
    due_on,
    // The part that was paid ahead of the rest: what is missing until paid_on is amount − paid_amount.
    ...(hasPaidPart && { paid_amount: cents(amount * random.between(0.2, 0.6)) }),
    ...(paid_on < calendar.anchor && { paid_on }),
  }
}

const cents = (amount: number) => Math.round(amount * 100) / 100
