import { LAST, NOW } from '../../setup/months.ts'
import type { World } from '../world.ts'
import type { FirstRequest, Given } from './first-request.ts'

const as = 'system'
const stored = { success: true, received: 1, rejected: 0 }
const sellerId = async (the: World) => (await the.done('bod', 'GET', '/api/sellers/S-1')).id
const campaignId = async (the: World) => (await the.done('bod', 'GET', '/api/campaigns/C-2')).id

type Fact = Given<object>
const records =
  (fact: Fact): FirstRequest['body'] =>
  (the, made) => ({ records: [typeof fact === 'function' ? fact(the, made) : fact] })
/** A record that is stored, after a step that finds the number of what it names. */
const takes = (title: string, feed: string, fact: Fact, before?: FirstRequest['before']): FirstRequest => ({
  title,
  at: `POST /api/sync/${feed}`,
  as,
  before,
  body: records(fact),
  holds: stored,
})
/** A record that is rejected with this sentence. */
const rejects = (title: string, feed: string, fact: Fact, error: RegExp): FirstRequest => ({
  title,
  at: `POST /api/sync/${feed}`,
  as,
  body: records(fact),
  holds: { received: 1, rejected: 1, errors: [{ index: 0, error }] },
})

const day = `${NOW}-01`
const order = (order_code: string, more: object = {}) => ({
  order_code,
  seller_code: 'S-1',
  ordered_at: `${day}T08:00:00Z`,
  ...more,
})
const ticket = { seller_code: 'S-1', category: 'question', opened_at: `${day}T08:00:00Z` }
const invoice = { seller_code: 'S-1', amount: 10, issued_on: day }
const stock = { seller_code: 'S-1', sku: 'B', snapshot_on: day, received_on: `${LAST}-01`, quantity: 2 }
const warehouse = (the: World) => the.user.warehouse.warehouse_id
const { order_code: _, ...nameless } = order('')

/** Names and values of the fields of a push. */
// biome-ignore format: a table
export const syncFields: FirstRequest[] = [
  takes('writes an order in camelCase', 'orders', { orderCode: 'F-1', sellerCode: 'S-1', orderedAt: `${day}T08:00:00Z`, hasDataError: false }),
  takes('calls an order order_id', 'orders', { ...nameless, order_id: 'F-2' }),
  takes('calls an order by a number', 'orders', { ...nameless, order_id: 1002 }),
  takes('calls an order order_number', 'orders', { ...nameless, order_number: 'F-3' }),
  takes('calls an order orderNumber', 'orders', { ...nameless, orderNumber: 'F-4' }),
  takes('calls the time order_date', 'orders', { order_code: 'F-5', seller_code: 'S-1', order_date: `${day}T08:00:00Z` }),
  takes('sends units as text', 'orders', order('F-6', { units: '3' })),
  takes('gives a code as seller_id', 'orders', { ...order('F-7'), seller_code: undefined, seller_id: 'S-1' }),
  takes('names a seller by number', 'orders', (_, seller_id) => ({ ...order('F-8'), seller_code: undefined, seller_id }), sellerId),
  takes('names a seller by number as text', 'orders', (_, id) => ({ ...order('F-9'), seller_code: undefined, sellerId: String(id) }), sellerId),
  takes('names a warehouse by number', 'orders', (the) => order('F-10', { warehouse_id: warehouse(the) })),
  takes('names a warehouse by code', 'orders', order('F-11', { warehouse_id: 'WH-TEST' })),
  takes('sends null for what is not known', 'orders', order('F-12', { warehouse_id: null, ready_by: null, ready_at: null, cancelled_at: null, cancel_fault: null, units: null })),
  takes('sends the empty text for what is not known', 'orders', order('F-13', { ready_by: '', cancelled_at: '', cancel_fault: '' })),
  takes('sends fields that nobody asked for', 'orders', order('F-14', { currency_rate: 1, customer: { name: 'A' }, lines: [1, 2] })),
  takes('sends both names with one value', 'orders', order('F-15', { order_id: 'F-15' })),
  rejects('sends both names with two values', 'orders', order('F-16', { order_id: 'F-17' }), /order_code.*order_id|order_id.*order_code/),
  rejects('sends both spellings with two values', 'orders', order('F-18', { orderedAt: `${day}T09:00:00Z` }), /orderedAt|ordered_at/),
  rejects('names a seller that does not exist', 'orders', { ...order('F-19'), seller_code: 'S-404' }, /S-404/),
  rejects('names a warehouse that does not exist', 'orders', order('F-20', { warehouse_id: 'WH-404' }), /WH-404/),
  rejects('sends fewer than no units', 'orders', order('F-21', { units: -1 }), /units/),
  rejects('sends units with their unit', 'orders', order('F-22', { units: '3 pcs' }), /units.*(integer|number)/),
  rejects('invents a fault', 'orders', order('F-23', { cancelled_at: `${day}T09:00:00Z`, cancel_fault: 'weather' }), /cancel_fault.*seller.*operator.*customer.*carrier/),
  rejects('gives no code', 'orders', nameless, /order_code/),
  takes('writes a forecast in camelCase', 'forecasts', { sellerCode: 'S-1', period: NOW, forecastOrders: 40, submittedAt: `${LAST}-01T00:00:00Z` }),
  takes('calls the period month', 'forecasts', { seller_code: 'S-1', month: NOW, forecast_orders: '40', submitted_at: `${LAST}-01T00:00:00Z` }),
  takes('forecasts a campaign by its code', 'forecasts', { seller_code: 'S-1', period: NOW, campaign_code: 'C-2', forecast_orders: 4, submitted_at: `${LAST}-01T00:00:00Z` }),
  takes('forecasts a campaign by campaign_id', 'forecasts', { seller_code: 'S-1', period: NOW, campaign_id: 'C-3', forecast_orders: 4, submitted_at: `${LAST}-01T00:00:00Z` }),
  rejects('forecasts a month that does not exist', 'forecasts', { seller_code: 'S-1', period: '2026-13', forecast_orders: 4, submitted_at: `${LAST}-01T00:00:00Z` }, /period.*(2026-\d\d|YYYY-MM)/),
  rejects('forecasts fewer than no orders', 'forecasts', { seller_code: 'S-1', period: NOW, forecast_orders: -4, submitted_at: `${LAST}-01T00:00:00Z` }, /forecast_orders/),
  takes('names a campaign by number', 'campaign-actuals', (_, campaign_id) => ({ seller_code: 'S-1', campaign_id, actual_orders: 2 }), campaignId),
  takes('names a campaign by campaignCode', 'campaign-actuals', { sellerCode: 'S-1', campaignCode: 'C-3', actualOrders: '2', actualUnits: '5' }),
  rejects('names a campaign that does not exist', 'campaign-actuals', { seller_code: 'S-1', campaign_code: 'C-404', actual_orders: 2 }, /C-404/),
  takes('calls a ticket ticket_id', 'tickets', { ...ticket, ticket_id: 'F-1' }),
  takes('calls a ticket ticketId and numbers it', 'tickets', { ...ticket, ticketId: 77 }),
  takes('calls the time of a ticket created_at', 'tickets', { seller_code: 'S-1', category: 'question', ticket_code: 'F-2', created_at: `${day}T08:00:00Z` }),
  takes('invents a category', 'tickets', { ...ticket, ticket_code: 'F-3', category: 'Pallet label' }),
  takes('calls an invoice invoice_no', 'payments', { ...invoice, invoice_no: 'F-1' }),
  takes('calls the dates of an invoice due_date and paid_date', 'payments', { ...invoice, invoice_code: 'F-2', due_date: day, paid_date: day, paid_amount: 10 }),
  takes('sends an amount as text', 'payments', { ...invoice, invoice_code: 'F-3', amount: '99.50', paid_amount: '0' }),
  takes('sends midnight timestamps as dates', 'payments', { ...invoice, invoice_code: 'F-4', issued_on: `${day}T00:00:00Z`, due_on: `${day}T00:00:00.000Z` }),
  rejects('sends an amount with commas', 'payments', { ...invoice, invoice_code: 'F-5', amount: '1,234.50' }, /amount.*number/),
  rejects('issues an invoice on a day that does not exist', 'payments', { ...invoice, invoice_code: 'F-6', issued_on: '2026-02-30' }, /issued_on/),
  rejects('issues an invoice on the day of another country', 'payments', { ...invoice, invoice_code: 'F-7', issued_on: '31/01/2026' }, /issued_on.*(YYYY-MM-DD|\d{4}-\d\d-\d\d)/),
  takes('names the warehouse of stock by code', 'inventory', { ...stock, warehouse_id: 'WH-TEST' }),
  takes('calls the day of stock snapshot_date', 'inventory', (the) => ({ ...stock, snapshot_on: undefined, snapshot_date: day, warehouse_id: warehouse(the), sku: 'C', quantity: '5', volume_m3: '0.25' })),
  rejects('leaves the warehouse of stock out', 'inventory', stock, /warehouse_id/),
  takes('calls the period of revenue month', 'revenue', { seller_code: 'S-1', month: LAST, amount: '1000.00' }),
  rejects('leaves the amount of revenue out', 'revenue', { seller_code: 'S-1', period: LAST }, /amount/),
]
