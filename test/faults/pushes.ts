import type { Client, Outcome } from './client.ts'

const PUSHING_SELLERS = 200

/** How a push is sent, and how many records it has. */
const FORMS = {
  json: { records: 150, path: '/api/sync/orders', type: 'application/json' },
  lines: { records: 2_200, path: '/api/sync/orders', type: 'application/x-ndjson' },
  whole: { records: 800, path: '/api/sync/orders?atomic=true', type: 'application/x-ndjson' },
} as const
export type Form = keyof typeof FORMS

interface Push {
  form: Form
  records: number
  acknowledged: boolean
}

/** What was pushed, by the words with which the order codes of a push begin. */
export type Journal = Map<string, Push>

/** The orders of a push: its own codes, of one seller. */
export function ordersOf(push: string, count: number, seller: string, month: string) {
  return Array.from({ length: count }, (_, n) => ({
    order_code: `${push}/${n}`,
    seller_code: seller,
    ordered_at: `${month}-01T00:00:00Z`,
    ready_by: `${month}-02T00:00:00Z`,
    units: 1 + (n % 4),
  }))
}

export const asLines = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/**
 * Pushes orders in a form and remembers in the journal what the service has acknowledged.
 * @throws Error when it has acknowledged the push but not every record
 */
export function createPusher(client: Client, journal: Journal, month: string, prefix = '') {
  let count = 0
  return async (form: Form): Promise<Outcome> => {
    const { records, path, type } = FORMS[form]
    const name = `${prefix}${form}-${++count}`
    const orders = ordersOf(name, records, `S-${1 + (count % PUSHING_SELLERS)}`, month)
    const push: Push = { form, records, acknowledged: false }
    journal.set(name, push)
    const outcome = await client.ask(`push ${form}`, 'POST', path, {
      body: form === 'json' ? JSON.stringify({ records: orders }) : asLines(orders),
      headers: { 'content-type': type },
    })
    push.acknowledged = outcome.status === 200
    if (push.acknowledged && storedOf(outcome.body) !== records)
      throw new Error(`A push of ${records} records was answered ${JSON.stringify(outcome.body)}.`)
    return outcome
  }
}

const storedOf = ({ created, updated, unchanged }: Record<string, number>) =>
  Number(created) + Number(updated) + Number(unchanged)
