import { LAST, NOW } from '../../setup/months.ts'
import type { FirstRequest } from './first-request.ts'
import { seller } from './own.ts'

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

const LISTS = [
  ...['/api/sellers', '/api/sellers/S-1/exceptions', '/api/sellers/am/list', '/api/campaigns'],
  ...['/api/sos/monthly', '/api/appeals', '/api/webhooks', '/api/webhooks/logs', '/api/surcharges'],
  '/api/employees',
]
/** Each list as pages of it are asked for. */
const pages = LISTS.flatMap((list) =>
  ['', '/', '?page=1&limit=20', '?page=2&limit=100', '?page=&limit='].map((end): FirstRequest => {
    const accept = 'application/json, text/plain, */*'
    const headers = { accept, ...(end === '/' && type('application/json')) }
    return { title: `asks for ${list}${end}`, at: `GET ${list}${end}`, headers }
  }),
)

const SCORE = '/api/sos/sellers/S-1/score'
/** Reads that are taken as they stand. */
// biome-ignore format: a table
const READS: FirstRequest['at'][] = [
  ...['ACTIVE', 'Suspended', 'active&search='].map((status) => `GET /api/sellers?status=${status}`), 'GET /api/sellers?status[]=active', 'GET /api/sellers?search=%20First%20',
  (the) => `GET /api/sellers?warehouse_id=${the.user.warehouse.warehouse_id}&am_id=${the.am_id}`,
  'GET /api/campaigns?status=Upcoming&type=MAJOR_CAMPAIGN', 'GET /api/campaigns?type=major-campaign', 'GET /api/campaigns?status=',
  (the) => `GET /api/sos/monthly?am_id=${the.am_id}`, 'GET /api/sos/monthly?period=',
  'GET /api/appeals?status=PENDING', `GET /api/appeals?status=pending&period=${LAST}`, 'GET /api/appeals?status[]=pending', 'GET /api/appeals?status=partially-approved',
  'GET /api/surcharges?status=Pending', `GET /api/surcharges?seller_code=S-1&period=${NOW}`, 'GET /api/surcharges?status[]=applied&status[]=waived', 'GET /api/surcharges?status=applied&status=waived',
  'GET /api/dashboard/stats/', 'GET /api/sellers/S-1/', 'GET /api/sellers/S%2D1', 'GET /api/campaigns/C-1/', 'GET /api/campaigns/C-1/actuals/', 'GET /api/sos/tiers/', 'GET /api/health/',
  `GET ${SCORE}/`, `GET ${SCORE}/history?from=${LAST}&to=${NOW}`, `GET ${SCORE}/history?from=&to=`, 'GET /api/sos/sellers/S-1/enforcement/',
  (the) => `GET /api/appeals/${the.appeal}/`, (the) => `GET /api/am/portfolio/${the.am_id}/`, `GET /api/am/portfolio?period=${LAST}`,
]

const surcharge = { seller_code: 'S-2', period: NOW, surcharge_type: 'planning_overload', amount: 25 }
const exception = {
  exception_type: 'system_outage',
  adjustment_rule: { op: 'add', value: 1 },
  effective_from: '2026-01-01',
}
const campaign = {
  campaign_name: 'Made',
  campaign_type: 'major_campaign',
  start_date: '2999-01-01',
  end_date: '2999-01-10',
}
const hook = {
  url: 'http://127.0.0.1:40404/hooks',
  events: ['seller.score_finalized', 'seller.tier_changed'],
}
/** What is posted, n times. */
const POSTS: [string, (n: number) => object, null?][] = [
  ['/api/sellers/S-2/exceptions', () => exception],
  ['/api/sellers/am/create', (n) => ({ name: `AM ${n}`, email: `am.${n}@example.com` })],
  ['/api/auth/login', () => ({ username: 'bod', password: 'any' }), null],
  ['/api/auth/idp-login', () => ({ email: 'bod@example.com', password: 'any' }), null],
  ['/api/campaigns', (n) => ({ campaign_code: `HT-${n}`, ...campaign })],
  ['/api/sos/monthly/calculate', () => ({ period: LAST })],
  ['/api/webhooks', () => hook],
  ['/api/surcharges', () => surcharge],
]
/** Each without its type, with its encoding in capitals, and to a path that ends with a slash. */
const posts = POSTS.flatMap(([path, body, as = 'bod' as const]): FirstRequest[] => [
  { title: `says nothing of JSON at ${path}`, at: `POST ${path}`, as, body: JSON.stringify(body(1)) },
  {
    title: `says the encoding of JSON at ${path}`,
    at: `POST ${path}`,
    as,
    headers: type('application/json; charset=UTF-8'),
    body: JSON.stringify(body(2)),
  },
  { title: `ends ${path} with a slash`, at: `POST ${path}/`, as, body: body(3) },
])

/** Content types, methods, paths and keys. */
// biome-ignore format: a table
export const http: FirstRequest[] = [
  ...pages,
  ...READS.map((at): FirstRequest => ({ title: `asks for ${typeof at === 'string' ? at : 'what is there'}`, at })),
  ...posts,
  { title: 'asks for enforcement by id', at: (_, id) => `GET /api/sos/sellers/${id}/enforcement`, before: seller('HT-BLOCK') },
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
