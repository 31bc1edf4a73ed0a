import { PERIOD } from './period.ts'

const MONTH = Date.parse(`${PERIOD}-01`)
const HOUR = 3_600_000
const SECONDS = 27 * 86_400
const SELLERS = 200

/** An order as order management pushes it. */
export type Order = ReturnType<typeof orderNumber>

/** The nth order of an endless list, of one of the 200 sellers of the dataset `few`; their ids are in their codes. */
export function orderNumber(n: number) {
  const ordered = MONTH + ((n * 7919) % SECONDS) * 1000
  return {
    order_code: `ORD-${((n * 2_654_435_761) % 4_294_967_296).toString(16)}-${n}`,
    seller_code: `S-${String(1 + (n % SELLERS)).padStart(6, '0')}`,
    ordered_at: new Date(ordered).toISOString(),
    warehouse_id: 1 + (n % 3),
    units: 1 + (n % 4),
    ready_by: new Date(ordered + 24 * HOUR).toISOString(),
    ready_at: new Date(ordered + 20 * HOUR).toISOString(),
    observed_at: new Date(ordered + 25 * HOUR).toISOString(),
  }
}

/** The id of an order's seller. */
export const sellerIdOf = ({ seller_code }: Order) => Number(seller_code.slice(2))
