import type { Role } from '../../src/platform/access/roles.ts'
import { LAST, NOW } from '../setup/months.ts'
import { configEndpoints } from './config-endpoints.ts'
import { atLeast, type Fields } from './shape.ts'
import * as is from './shapes.ts'
import type { World } from './world.ts'

/** One row of the specification's endpoint tables. */
export interface Endpoint {
  /** Method and path as the specification writes them. */
  at: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`
  /** What a request says that succeeds, on behalf of a bod. */
  params?: Record<string, string | number>
  body?: Record<string, unknown>
  headers?: Record<string, string>
  /** The shape of the answer, and values that it must hold. */
  answer: Fields
  holds?: object
  /** Who is asked who they are: by X-User-Id unless said otherwise. */
  access?: 'public' | 'bearer'
  /** A role that may not: 403. */
  forbids?: Role
  /** A path that names nothing: 404. */
  unknown?: Record<string, string | number>
  /** Fields of the body without which it is a 400. */
  requires?: string[]
  /** Values of the query (of a GET) or of the body (of others) that are a 400. */
  refuses?: Record<string, unknown>
}

/** What the specification pages, and what it does not, which comes whole. */
const LIST = { page: 1, limit: 20 }
const WHOLE = { page: 1, limit: 500 }
const BAD_PAGE = { page: 0, limit: 0 }
const PERIOD = '2026-13'
const DATE = '2026-02-30'
const WORD = 'gone'
const TEXT: unknown[] = []

/** Every row of the specification, in its order. */
// biome-ignore format: a table
export const endpoints = (the: World): Endpoint[] => [
  { at: 'GET /api/health', access: 'public', answer: is.HEALTH },
  { at: 'POST /api/auth/idp-login', access: 'public', body: { email: 'bod@example.com', password: 'any' },
    answer: { success: 'true', user: { ...is.USER, email: 'string' }, session: is.SESSION },
    requires: ['email', 'password'], refuses: { email: 'bod', password: TEXT } },
  { at: 'GET /api/auth/me', access: 'bearer', headers: the.bearer,
    answer: atLeast({ ...is.USER, email: 'string', employee_code: 'string', employee_id: 'integer' }) },
  { at: 'POST /api/auth/update-password', access: 'bearer', headers: the.bearer, body: { new_password: 'five boxes on a cart' },
    answer: { success: 'true', message: 'string' }, requires: ['new_password'], refuses: { new_password: TEXT } },
  { at: 'POST /api/auth/login', access: 'public', body: { username: 'bod', password: 'any' },
    answer: { success: 'true', user: is.USER, token: 'string' },
    requires: ['username', 'password'], refuses: { password: TEXT } },

  { at: 'GET /api/sellers', answer: is.page(atLeast(is.SELLER)), holds: LIST,
    refuses: { ...BAD_PAGE, status: WORD, warehouse_id: WORD, am_id: WORD } },
  { at: 'GET /api/sellers/:id', params: { id: 'S-1' }, unknown: { id: 'S-404' }, answer: atLeast(is.SELLER) },
  { at: 'POST /api/sellers', body: { seller_code: 'S-9', company_name: 'Ninth' }, forbids: 'finance',
    answer: is.CREATED, requires: ['seller_code', 'company_name'],
    refuses: { contract_start_date: DATE, primary_warehouse_id: 0, assigned_am_id: 0, payment_terms_days: 'thirty', metadata: [], status: WORD } },
  { at: 'PATCH /api/sellers/:id', params: { id: 'S-1' }, body: { payment_terms_days: 14 }, forbids: 'viewer', unknown: { id: 'S-404' },
    answer: is.DONE, refuses: { payment_terms_days: -1, status: WORD } },
  { at: 'GET /api/sellers/:id/exceptions', params: { id: 'S-1' }, forbids: 'warehouse', unknown: { id: 'S-404' },
    answer: is.page(atLeast(is.EXCEPTION)), holds: WHOLE, refuses: BAD_PAGE },
  { at: 'POST /api/sellers/:id/exceptions', params: { id: 'S-1' }, body: the.bodies.exception, forbids: 'am', unknown: { id: 'S-404' },
    answer: is.CREATED, requires: ['exception_type', 'adjustment_rule', 'effective_from'],
    refuses: { score_component_affected: WORD, adjustment_rule: 'half', effective_from: DATE, effective_to: DATE } },
  { at: 'DELETE /api/sellers/:sellerId/exceptions/:exId', params: { sellerId: 'S-1', exId: the.exception }, forbids: 'viewer',
    unknown: { sellerId: 'S-2', exId: the.exception }, answer: is.DONE },
  { at: 'GET /api/sellers/am/list', forbids: 'warehouse', answer: is.page(atLeast(is.ACCOUNT_MANAGER)), holds: WHOLE, refuses: BAD_PAGE },
  { at: 'POST /api/sellers/am/create', body: { name: 'New AM', email: 'new.am@example.com', employee_id: 4711 }, forbids: 'ops_head',
    answer: is.CREATED, requires: ['name'], refuses: { email: 'new.am', employee_id: 'E-4711' } },

  { at: 'GET /api/campaigns', forbids: 'finance', answer: is.page(atLeast(is.CAMPAIGN)), holds: LIST,
    refuses: { ...BAD_PAGE, status: WORD, type: WORD } },
  { at: 'GET /api/campaigns/:id', params: { id: 'C-1' }, forbids: 'system', unknown: { id: 'C-404' }, answer: atLeast(is.CAMPAIGN) },
  { at: 'POST /api/campaigns', body: the.bodies.campaign, forbids: 'am_head', answer: is.CREATED,
    requires: ['campaign_code', 'campaign_name', 'campaign_type', 'start_date', 'end_date'],
    refuses: { campaign_type: WORD, start_date: DATE, end_date: DATE, warehouses: ['404'], status: WORD } },
  { at: 'PATCH /api/campaigns/:id', params: { id: 'C-2' }, body: { campaign_name: 'Renamed' }, forbids: 'viewer', unknown: { id: 'C-404' },
    answer: is.DONE, refuses: { campaign_type: WORD, end_date: DATE, warehouses: [404], status: WORD } },
  { at: 'DELETE /api/campaigns/:id', params: { id: 'C-3' }, forbids: 'warehouse', unknown: { id: 'C-404' }, answer: is.DONE },
  { at: 'GET /api/campaigns/:id/forecasts', params: { id: 'C-1' }, forbids: 'finance', unknown: { id: 'C-404' }, answer: is.CAMPAIGN_RESULTS },
  { at: 'GET /api/campaigns/:id/actuals', params: { id: 'C-1' }, forbids: 'finance', unknown: { id: 'C-404' }, answer: is.CAMPAIGN_RESULTS },

  { at: 'GET /api/sos/sellers/:seller_code/score', params: { seller_code: 'S-1' }, forbids: 'warehouse', unknown: { seller_code: 'S-404' },
    answer: is.CURRENT_SCORE, holds: { seller_code: 'S-1', period: NOW } },
  { at: 'GET /api/sos/sellers/:seller_code/score/history', params: { seller_code: 'S-1' }, forbids: 'finance', unknown: { seller_code: 'S-404' },
    answer: is.HISTORY, refuses: { from: PERIOD, to: PERIOD } },
  { at: 'GET /api/sos/sellers/:seller_code/enforcement', params: { seller_code: 'S-1' }, forbids: 'finance', unknown: { seller_code: 'S-404' },
    answer: is.ENFORCEMENT },
  { at: 'GET /api/sos/tiers', access: 'public', answer: is.TIERS },
  { at: 'GET /api/sos/monthly', forbids: 'finance', answer: is.page(is.MONTHLY_SCORE), holds: { ...LIST, data: [{ period: NOW }, { period: NOW }] },
    refuses: { ...BAD_PAGE, period: PERIOD, status: WORD, am_id: WORD } },
  { at: 'PATCH /api/sos/monthly/:id/finalize', params: { id: the.score }, body: { reviewed_by: 'Me', notes: 'Checked' }, forbids: 'am',
    unknown: { id: 2_147_483_647 }, answer: is.DONE, refuses: { reviewed_by: {}, notes: [] } },
  { at: 'POST /api/sos/monthly/calculate', body: { period: LAST }, forbids: 'finance', answer: is.CALCULATION, holds: { period: LAST },
    requires: ['period'], refuses: { period: '2999-01' } },

  { at: 'GET /api/appeals', forbids: 'finance', answer: is.page(is.APPEAL), holds: WHOLE, refuses: { ...BAD_PAGE, status: WORD, period: PERIOD } },
  { at: 'POST /api/appeals', body: the.bodies.appeal, forbids: 'viewer', answer: is.CREATED,
    requires: ['seller_code', 'period', 'component_appealed', 'appeal_reason_type'],
    refuses: { period: PERIOD, component_appealed: WORD, evidence_urls: ['ftp://example.com'], submitted_by_am_id: 404 } },
  { at: 'GET /api/appeals/:id', params: { id: the.appeal }, forbids: 'system', unknown: { id: 404 }, answer: is.APPEAL },
  { at: 'PATCH /api/appeals/:id/review-ops', params: { id: the.appeal }, body: { decision: 'approve', notes: 'Fine', reviewed_by: 'Ops' },
    forbids: 'am_head', unknown: { id: 404 }, answer: is.DONE, requires: ['decision'], refuses: { decision: WORD, notes: [] } },
  { at: 'PATCH /api/appeals/:id/review-am', params: { id: the.reviewed }, forbids: 'ops_head', unknown: { id: 404 },
    body: { decision: 'approve', notes: 'Fine', reviewed_by: 'AM head', score_adjustment: { p_score_raw_after: 80, total_sos_after: 85 } },
    answer: is.DONE, requires: ['decision'], refuses: { decision: WORD, score_adjustment: { o_score_raw_after: 101 } } },

  { at: 'GET /api/webhooks', forbids: 'am', answer: is.page(is.SUBSCRIPTION), holds: WHOLE, refuses: BAD_PAGE },
  { at: 'POST /api/webhooks', body: the.bodies.webhook, forbids: 'viewer', answer: { ...is.CREATED, secret: 'string' },
    requires: ['url'], refuses: { url: 'ftp://example.com', events: [WORD], is_active: 2 } },
  { at: 'PATCH /api/webhooks/:id', params: { id: the.webhook }, body: { is_active: false }, forbids: 'am_head', unknown: { id: 404 },
    answer: is.DONE, refuses: { url: 'here', events: [] } },
  { at: 'GET /api/webhooks/logs', forbids: 'warehouse', answer: is.page(is.DELIVERY), holds: WHOLE, refuses: { ...BAD_PAGE, status: WORD } },
  { at: 'DELETE /api/webhooks/:id', params: { id: the.webhook }, forbids: 'ops_head', unknown: { id: 404 }, answer: is.DONE },

  { at: 'GET /api/dashboard/stats', forbids: 'warehouse', answer: is.DASHBOARD, holds: { period: NOW },
    refuses: { period: PERIOD, warehouse_id: WORD } },
  { at: 'GET /api/surcharges', forbids: 'system', answer: { ...is.page(is.SURCHARGE), by_status: is.SUMS }, holds: WHOLE,
    refuses: { ...BAD_PAGE, status: WORD, period: PERIOD } },
  { at: 'POST /api/surcharges', body: { ...the.bodies.surcharge, trigger_details: { reason: 'Late' } }, forbids: 'am', answer: is.CREATED,
    requires: ['seller_code', 'period', 'surcharge_type', 'amount'], refuses: { period: PERIOD, amount: -1, trigger_details: [] } },
  { at: 'PATCH /api/surcharges/:id', params: { id: the.surcharge }, body: { status: 'applied' }, forbids: 'viewer', unknown: { id: 404 },
    answer: is.DONE, refuses: { status: WORD } },
  ...Object.entries(the.records).map(([feed, record]): Endpoint => (
    { at: `POST /api/sync/${feed}`, body: { records: [record] }, forbids: 'ops_head',
      answer: is.PUSHED, holds: { received: 1, created: 1, errors: [] }, requires: ['records'], refuses: { records: record } })),
  { at: 'GET /api/am/portfolio', forbids: 'finance', answer: atLeast({ data: [atLeast({ am_id: 'integer', period: 'period' })] }),
    holds: { data: [{ period: NOW }] }, refuses: { period: PERIOD } },
  { at: 'GET /api/am/portfolio/:amId', params: { amId: the.am_id }, forbids: 'warehouse', unknown: { amId: 404 },
    answer: atLeast({ am_id: 'integer', sellers: [atLeast({ seller_code: 'string' })] }) },
  { at: 'GET /api/am/portfolio/:amId/history', params: { amId: the.am_id }, forbids: 'finance', unknown: { amId: 404 },
    answer: atLeast({ am_id: 'integer', data: [atLeast({ period: 'period', kpi: 'number' })] }) },
  ...configEndpoints(the.config),

  { at: 'GET /api/employees', forbids: 'am', answer: is.page(atLeast({ id: 'integer', employee_code: 'string' })), holds: LIST, refuses: BAD_PAGE },

  { at: 'POST /api/users/:id/password-reset', params: { id: the.person.user }, forbids: 'ops_head', unknown: { id: 2147483647 },
    answer: { success: 'true', token: 'string', expires_at: 'timestamp' } },
  { at: 'POST /api/auth/password-reset', access: 'public', body: { token: the.person.reset, new_password: 'five boxes on a cart' },
    answer: is.DONE, requires: ['token', 'new_password'], refuses: { new_password: TEXT } },
  { at: 'POST /api/users/:id/erase', params: { id: the.person.user }, forbids: 'viewer', unknown: { id: 2147483647 }, answer: is.DONE },
  { at: 'POST /api/employees/:id/erase', params: { id: the.person.employee }, forbids: 'viewer', unknown: { id: 2147483647 }, answer: is.DONE },
]
