import { addDays } from '../../../src/scoring/month.ts'
import type { SellerMonth } from '../behaviour.ts'
import { monthOf } from '../calendar.ts'
import { randomFor } from '../random.ts'

/** Invoices are weekly, and began long enough before the demo for old debts to be old when it begins. */
const WEEKS = 38
/** A week's handling and storage, for each order of an ordinary month. */
const FEE = 0.8

/** The invoices to a seller that fall due in a month, as they stand at the anchor. */
export function payments({ seller, calendar, month, behaviour, decimals }: SellerMonth) {
  const { anchor } = calendar
  const scale = 10 ** decimals
  const money = (amount: number) => Math.round(amount * scale) / scale
  const weekday = randomFor('billing', seller.code).whole(1, 7)
  return Array.from({ length: WEEKS }, (_, week) => addDays(anchor, -7 * week - weekday))
    .filter((date) => date >= seller.starts && date < seller.ends)
    .map((issued_on) => ({ issued_on, due_on: addDays(issued_on, seller.record.payment_terms_days) }))
    .filter(({ due_on }) => monthOf(calendar, due_on) === month)
    .map(({ issued_on, due_on }) => {
      const random = randomFor('invoice', seller.code, issued_on)
      const amount = money(seller.size * FEE * random.between(0.75, 1.25))
      const late = Math.round(behaviour.days_late * random.between(0.5, 1.5))
      const paid_on = addDays(due_on, late || random.whole(-4, 0))
      const isPaid = paid_on < anchor
      const isPartlyPaid = late > 30 && random.chance(25)
      return {
        invoice_code: `INV-${seller.code}-${issued_on}`,
        seller_code: seller.code,
        amount,
        issued_on,
        due_on,
        paid_amount: isPaid ? amount : isPartlyPaid ? money(amount * random.between(0.2, 0.6)) : undefined,
        paid_on: isPaid ? paid_on : undefined,
      }
    })
}
