import { NOW } from '../../setup/months.ts'
import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'

const as = 'system'
const stored = { success: true, received: 1, rejected: 0 }
const day = `${NOW}-01`
const order = (order_code: string, more: object = {}) => ({
  order_code,
  seller_code: 'S-1',
  ordered_at: `${day}T08:00:00Z`,
  ...more,
})
const ticket = (ticket_code: string, more: object = {}) => ({
  ticket_code,
  seller_code: 'S-1',
  category: 'question',
  opened_at: `${day}T08:00:00Z`,
  ...more,
})
const forecast = (submitted_at: string) => ({
  seller_code: 'S-2',
  period: NOW,
  forecast_orders: 4,
  submitted_at,
})
const push = (title: string, feed: string, body: object, more: Partial<FirstRequest> = {}): FirstRequest => ({
  title,
  at: `POST /api/sync/${feed}`,
  as,
  body: { records: [body] },
  holds: stored,
  ...more,
})
const rejects = (title: string, feed: string, body: object, error: RegExp): FirstRequest =>
  push(title, feed, body, { holds: { rejected: 1, errors: [{ error }] } })
const pushed = (feed: string, record: object) => (the: World) => the.push(feed, record)
const ZONE = /UTC|time ?zone|offset/i
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Times of a push, and records taken back. */
// biome-ignore format: a table
export const syncTimes: FirstRequest[] = [
  push('sends a timestamp with an offset', 'orders', order('T-1', { ordered_at: `${day}T08:00:00+02:00` })),
  push('sends a timestamp with thousandths', 'orders', order('T-2', { ordered_at: `${day}T08:00:00.123Z` })),
  push('sends a timestamp with microseconds', 'orders', order('T-3', { ordered_at: `${day}T08:00:00.123456Z` })),
  push('sends a timestamp with a blank for the T', 'orders', order('T-4', { ordered_at: `${day} 08:00:00Z` })),
  push('sends a timestamp without seconds', 'orders', order('T-5', { ordered_at: `${day}T08:00Z` })),
  push('sends a timestamp as MySQL writes it', 'orders', order('T-6', { ordered_at: `${day} 08:00:00` }), { warns: ZONE }),
  push('sends a timestamp without an offset', 'orders', order('T-7', { ordered_at: `${day}T08:00:00` }), { warns: ZONE }),
  push('sends a timestamp with a blank and neither seconds nor offset', 'orders', order('T-8', { ordered_at: `${day} 08:00` }), { warns: ZONE }),
  push('sends a date as ordered_at', 'orders', order('T-9', { ordered_at: day })),
  push('sends a date as order_date', 'orders', { order_code: 'T-10', seller_code: 'S-1', order_date: day }),
  push('sends a date as opened_at', 'tickets', ticket('T-1', { opened_at: day })),
  push('sends a date as submitted_at', 'forecasts', forecast(day)),
  rejects('sends a date as ready_by', 'orders', order('T-11', { ready_by: day }), new RegExp(`ready_by.*${INSTANT.source}`)),
  rejects('sends a date as ready_at', 'orders', order('T-12', { ready_at: day }), new RegExp(`ready_at.*${INSTANT.source}`)),
  rejects('sends a date as cancelled_at', 'orders', order('T-13', { cancelled_at: day, cancel_fault: 'seller' }), new RegExp(`cancelled_at.*${INSTANT.source}`)),
  rejects('sends a date as replied_at', 'tickets', ticket('T-2', { replied_at: day }), new RegExp(`replied_at.*${INSTANT.source}`)),
  rejects('sends seconds since 1970', 'orders', order('T-14', { ordered_at: 1_767_225_600 }), /ordered_at/),
  rejects('sends a day that does not exist', 'orders', order('T-15', { ordered_at: '2026-02-30T08:00:00Z' }), /ordered_at/),
  rejects('sends an hour that does not exist', 'orders', order('T-16', { ordered_at: `${day}T25:00:00Z` }), /ordered_at/),
  rejects('sends yesterday', 'orders', order('T-17', { ordered_at: 'yesterday' }), new RegExp(`ordered_at.*${INSTANT.source}`)),
  push('sends a record twice', 'orders', order('T-18'), { before: pushed('orders', order('T-18')), holds: { ...stored, created: 0, unchanged: 1 } }),
  push('sends a record again with a change', 'orders', order('T-19', { units: 5 }), { before: pushed('orders', order('T-19')), holds: { ...stored, updated: 1 } }),
  push('sends an older observation', 'orders', order('T-20', { units: 5, observed_at: `${day}T08:00:00Z` }), { before: pushed('orders', order('T-20', { observed_at: `${day}T09:00:00Z` })), holds: { ...stored, updated: 0 } }),
  push('takes an order back', 'orders', { seller_code: 'S-1', order_code: 'T-21', deleted: true }, { before: pushed('orders', order('T-21')) }),
  push('takes an order back under another name', 'orders', { sellerCode: 'S-1', orderId: 'T-22', deleted: true }, { before: pushed('orders', order('T-22')) }),
  push('takes a ticket back', 'tickets', { seller_code: 'S-1', ticket_code: 'T-3', deleted: true }, { before: pushed('tickets', ticket('T-3')) }),
  push('takes revenue back', 'revenue', { seller_code: 'S-2', period: NOW, deleted: true }, { before: pushed('revenue', { seller_code: 'S-2', period: NOW, amount: 5 }) }),
  push('says that an order is not taken back', 'orders', order('T-23', { deleted: false })),
  rejects('takes back without a key', 'orders', { seller_code: 'S-1', deleted: true }, /order_code/),
]
