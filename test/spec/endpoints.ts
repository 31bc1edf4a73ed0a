import { LAST } from '../setup/months.ts'
import { configEndpoints } from './config-endpoints.ts'
import type { World } from './world.ts'

/** One row of the specification's endpoint tables. */
export interface Endpoint {
  /** Method and path as the specification writes them. */
  at: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`
  /** What a request says that succeeds, on behalf of a bod. */
  params?: Record<string, string | number>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Every row of the specification, in its order. */
// biome-ignore format: a table
export const endpoints = (the: World): Endpoint[] => [
  { at: 'GET /api/health' },
  { at: 'POST /api/auth/idp-login', body: { email: 'bod@example.com', password: 'any' } },
  { at: 'GET /api/auth/me', headers: the.bearer },
  { at: 'POST /api/auth/update-password', headers: the.bearer, body: { new_password: 'five boxes on a cart' } },
  { at: 'POST /api/auth/login', body: { username: 'bod', password: 'any' } },

  { at: 'GET /api/sellers' },
  { at: 'GET /api/sellers/:id', params: { id: 'S-1' } },
  { at: 'POST /api/sellers', body: { seller_code: 'S-9', company_name: 'Ninth' } },
  { at: 'PATCH /api/sellers/:id', params: { id: 'S-1' }, body: { payment_terms_days: 14 } },
  { at: 'GET /api/sellers/:id/exceptions', params: { id: 'S-1' } },
  { at: 'POST /api/sellers/:id/exceptions', params: { id: 'S-1' }, body: the.bodies.exception },
  { at: 'DELETE /api/sellers/:sellerId/exceptions/:exId', params: { sellerId: 'S-1', exId: the.exception } },
  { at: 'GET /api/sellers/am/list' },
  { at: 'POST /api/sellers/am/create', body: { name: 'New AM', email: 'new.am@example.com', employee_id: 4711 } },

  { at: 'GET /api/campaigns' },
  { at: 'GET /api/campaigns/:id', params: { id: 'C-1' } },
  { at: 'POST /api/campaigns', body: the.bodies.campaign },
  { at: 'PATCH /api/campaigns/:id', params: { id: 'C-2' }, body: { campaign_name: 'Renamed' } },
  { at: 'DELETE /api/campaigns/:id', params: { id: 'C-3' } },
  { at: 'GET /api/campaigns/:id/forecasts', params: { id: 'C-1' } },
  { at: 'GET /api/campaigns/:id/actuals', params: { id: 'C-1' } },

  { at: 'GET /api/sos/sellers/:seller_code/score', params: { seller_code: 'S-1' } },
  { at: 'GET /api/sos/sellers/:seller_code/score/history', params: { seller_code: 'S-1' } },
  { at: 'GET /api/sos/sellers/:seller_code/enforcement', params: { seller_code: 'S-1' } },
  { at: 'GET /api/sos/tiers' },
  { at: 'GET /api/sos/monthly' },
  { at: 'PATCH /api/sos/monthly/:id/finalize', params: { id: the.score }, body: { reviewed_by: 'Me', notes: 'Checked' } },
  { at: 'POST /api/sos/monthly/calculate', body: { period: LAST } },

  { at: 'GET /api/appeals' },
  { at: 'POST /api/appeals', body: the.bodies.appeal },
  { at: 'GET /api/appeals/:id', params: { id: the.appeal } },
  { at: 'PATCH /api/appeals/:id/review-ops', params: { id: the.appeal }, body: { decision: 'approve', notes: 'Fine', reviewed_by: 'Ops' } },
  { at: 'PATCH /api/appeals/:id/review-am', params: { id: the.reviewed },
    body: { decision: 'approve', notes: 'Fine', reviewed_by: 'AM head', score_adjustment: { p_score_raw_after: 80, total_sos_after: 85 } } },

  { at: 'GET /api/webhooks' },
  { at: 'POST /api/webhooks', body: the.bodies.webhook },
  { at: 'PATCH /api/webhooks/:id', params: { id: the.webhook }, body: { is_active: false } },
  { at: 'GET /api/webhooks/logs' },
  { at: 'DELETE /api/webhooks/:id', params: { id: the.webhook } },

  { at: 'GET /api/dashboard/stats' },
  { at: 'GET /api/surcharges' },
  { at: 'POST /api/surcharges', body: { ...the.bodies.surcharge, trigger_details: { reason: 'Late' } } },
  { at: 'PATCH /api/surcharges/:id', params: { id: the.surcharge }, body: { status: 'applied' } },
  ...Object.entries(the.records).map(([feed, record]): Endpoint => ({ at: `POST /api/sync/${feed}`, body: { records: [record] } })),
  { at: 'GET /api/am/portfolio' },
  { at: 'GET /api/am/portfolio/:amId', params: { amId: the.am_id } },
  { at: 'GET /api/am/portfolio/:amId/history', params: { amId: the.am_id } },
  ...configEndpoints(the.config),

  { at: 'GET /api/employees' },

  { at: 'POST /api/users/:id/password-reset', params: { id: the.person.user } },
  { at: 'POST /api/auth/password-reset', body: { token: the.person.reset, new_password: 'five boxes on a cart' } },
  { at: 'POST /api/users/:id/erase', params: { id: the.person.user } },
  { at: 'POST /api/employees/:id/erase', params: { id: the.person.employee } },
]
