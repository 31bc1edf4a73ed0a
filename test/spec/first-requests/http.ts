import type { FirstRequest } from './first-request.ts'

const at = 'POST /api/sellers'
const text = (seller_code: string) => JSON.stringify({ seller_code, company_name: 'Made' })
const type = (value: string) => ({ 'content-type': value })
/** Paths and methods that the specification does not have. */
const nowhere = [
  'GET /api',
  'GET /api/seller',
  'GET /sellers',
  'POST /api/sellers/S-1',
  'DELETE /api/appeals/1',
  'PUT /api/campaigns/C-1',
  'POST /api/sos/monthly/1/finalize',
  'PATCH /api/dashboard/stats',
  'DELETE /api/surcharges/1',
  'GET /api/sync',
  'POST /api/auth/me',
  'GET /api/v1/sellers',
  'GET /api/sos/sellers/S-1/scores',
]

/** Content types, methods, paths and keys. */
// biome-ignore format: a table
export const http: FirstRequest[] = [
  ...nowhere.map((at): FirstRequest => ({ title: `asks for ${at}`, at, status: 404 })),
  { title: 'says the encoding of JSON', at, headers: type('application/json; charset=utf-8'), body: text('HT-1') },
  { title: 'says the encoding of JSON in capitals', at, headers: type('Application/JSON;charset=UTF-8'), body: text('HT-2') },
  { title: 'says nothing of JSON', at, body: text('HT-3'), holds: { success: true } },
  { title: 'says JSON with a suffix', at, headers: type('application/vnd.api+json'), body: text('HT-4'), status: 415, says: /application\/json/ },
  { title: 'says that JSON is text', at, headers: type('text/plain'), body: text('HT-5'), status: 415, says: /application\/json/ },
  { title: 'sends a form', at, headers: type('application/x-www-form-urlencoded'), body: 'seller_code=HT-6&company_name=Made', status: 415, says: /application\/json/ },
  { title: 'sends broken JSON', at, headers: type('application/json'), body: '{"seller_code": "HT-7",}', status: 400, says: /JSON/ },
  { title: 'sends null', at, headers: type('application/json'), body: 'null', status: 400, says: /object|body/ },
  { title: 'sends a text', at, headers: type('application/json'), body: '"HT-8"', status: 400, says: /object/ },
  { title: 'says JSON and sends nothing with a GET', at: 'GET /api/sellers', headers: type('application/json'), holds: { page: 1 } },
  { title: 'says JSON and sends nothing with a DELETE', at: (_, id) => `DELETE /api/webhooks/${id}`, headers: type('application/json'),
    before: (the) => the.create('/api/webhooks', { url: 'http://127.0.0.1:40404/x', events: ['webhook.ping'], is_active: false }), holds: { success: true } },
  { title: 'starts JSON with a BOM', at, headers: type('application/json'), body: `\uFEFF${text('HT-9')}`, holds: { success: true } },
  { title: 'gives a key', at, headers: { 'idempotency-key': 'ht-10' }, body: { seller_code: 'HT-10', company_name: 'Made' }, holds: { success: true } },
  { title: 'repeats a request with its key', at, headers: { 'idempotency-key': 'ht-11' }, body: { seller_code: 'HT-11', company_name: 'Made' },
    before: (the) => the.done('bod', 'POST', '/api/sellers', { seller_code: 'HT-11', company_name: 'Made' }, { 'idempotency-key': 'ht-11' }), holds: (_, first) => first },
  { title: 'repeats a key with another request', at, headers: { 'idempotency-key': 'ht-12' }, body: { seller_code: 'HT-12', company_name: 'Other' },
    before: (the) => the.done('bod', 'POST', '/api/sellers', { seller_code: 'HT-12', company_name: 'Made' }, { 'idempotency-key': 'ht-12' }), status: 409, says: /Idempotency-Key|key/i },
  { title: 'ends the path of a post with a slash', at: 'POST /api/sellers/', body: { seller_code: 'HT-13', company_name: 'Made' }, holds: { success: true } },
  { title: 'tries a change by a parameter', at: 'POST /api/surcharges/evaluate?dry_run=true', body: { period: '2026-01' }, status: 400, says: /dry_run is not a known field/ },
  { title: 'adds a query to a post', at: 'POST /api/sellers?_=1', body: { seller_code: 'HT-14', company_name: 'Made' }, holds: { success: true } },
]
