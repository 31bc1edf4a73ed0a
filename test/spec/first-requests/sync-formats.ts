import { NOW } from '../../setup/months.ts'
import type { FirstRequest } from './first-request.ts'

const as = 'system'
const day = `${NOW}-01`
const time = `${day}T08:00:00Z`
const json = (order_code: string) => JSON.stringify({ order_code, seller_code: 'S-1', ordered_at: time })
const send = (title: string, type: string, body: string, more: Partial<FirstRequest> = {}): FirstRequest => ({
  title,
  at: 'POST /api/sync/orders',
  as,
  headers: { 'content-type': type },
  body,
  holds: { success: true, received: 1, rejected: 0 },
  ...more,
})
const two = { holds: { success: true, received: 2, rejected: 0 } }
const HEAD = 'order_code,seller_code,ordered_at'

/** The formats of a push: CSV, NDJSON and JSON. */
// biome-ignore format: a table
export const syncFormats: FirstRequest[] = [
  send('sends CSV', 'text/csv', `${HEAD}\nK-1,S-1,${time}\nK-2,S-1,${time}\n`, two),
  send('sends CSV and says its encoding', 'text/csv; charset=utf-8', `${HEAD}\nK-3,S-1,${time}\n`),
  send('sends CSV with semicolons', 'text/csv', `${HEAD.replaceAll(',', ';')}\nK-4;S-1;${time}\n`),
  send('sends CSV as Excel saves it', 'text/csv', `\uFEFF${HEAD.replaceAll(',', ';')}\r\nK-5;S-1;${time}\r\nK-6;S-1;${time}\r\n`, two),
  send('sends CSV with quotes', 'text/csv', `${HEAD},note\n"K-7","S-1","${time}","a ""big"", heavy\nbox"\n`),
  send('sends CSV without a last line break', 'text/csv', `${HEAD}\nK-8,S-1,${time}`),
  send('sends CSV with empty cells', 'text/csv', `${HEAD},units,ready_by,cancel_fault\nK-9,S-1,${time},,,\n`),
  send('sends CSV with a column that nobody asked for', 'text/csv', `${HEAD},colour\nK-10,S-1,${time},red\n`),
  send('sends CSV with numbers and truths', 'text/csv', `${HEAD},units,has_data_error\nK-11,S-1,${time},3,true\n`),
  send('sends CSV in camelCase', 'text/csv', `orderCode,sellerCode,orderedAt\nK-12,S-1,${time}\n`),
  send('sends CSV under other names', 'text/csv', `order_number,seller_id,order_date\n1013,S-1,${day}\n`),
  send('sends CSV without rows', 'text/csv', `${HEAD}\n`, { holds: { success: true, received: 0 } }),
  send('sends CSV with a bad row', 'text/csv', `${HEAD}\nK-14,S-1,${time}\nK-15,S-404,${time}\n`, { holds: { received: 2, rejected: 1, errors: [{ error: /S-404/ }] } }),
  { title: 'sends payments as CSV', at: 'POST /api/sync/payments', as, headers: { 'content-type': 'text/csv' },
    body: `invoice_no;seller_code;amount;issued_on;due_date\nK-1;S-1;99.50;${day};${day}\n`, holds: { success: true, received: 1, rejected: 0 } },
  { title: 'sends stock as CSV', at: 'POST /api/sync/inventory', as, headers: { 'content-type': 'text/csv' },
    body: `seller_code,warehouse_id,sku,snapshot_date,received_on,quantity\nS-1,WH-TEST,K,${day},2025-01-01,7\n`, holds: { success: true, received: 1, rejected: 0 } },
  send('sends NDJSON', 'application/x-ndjson', `${json('K-16')}\n${json('K-17')}\n`, two),
  send('sends NDJSON with blank lines', 'application/x-ndjson', `${json('K-18')}\n\n${json('K-19')}\r\n\n`, two),
  send('sends NDJSON and says its encoding', 'application/x-ndjson; charset=utf-8', json('K-20')),
  send('sends JSON and says its encoding', 'application/json; charset=utf-8', `{"records":[${json('K-21')}]}`),
  { title: 'sends JSON and says nothing of it', at: 'POST /api/sync/orders', as, body: `{"records":[${json('K-22')}]}`, holds: { success: true, received: 1, rejected: 0 } },
  send('sends broken JSON', 'application/json', '{"records":[', { status: 400, says: /JSON/, holds: {} }),
  send('sends XML', 'application/xml', '<orders/>', { status: 415, says: /application\/json.*csv|csv.*application\/json/, holds: {} }),
  send('sends a form', 'application/x-www-form-urlencoded', 'order_code=K-23', { status: 415, says: /application\/json/, holds: {} }),
]
