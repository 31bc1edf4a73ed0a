import { LAST, NOW } from '../../../setup/months.ts'
import type { FirstRequest } from '../first-request.ts'
import { seller } from '../own.ts'
import { paged, reads } from './forms.ts'

const MONTH = /period must be a month such as 2026-01/

/** Lists, their filters, and details. */
// biome-ignore format: a table
export const plausibleReads: FirstRequest[] = [
  ...['/api/sellers', '/api/sellers/S-1/exceptions', '/api/sellers/am/list', '/api/campaigns', '/api/sos/monthly', '/api/appeals',
    '/api/webhooks', '/api/webhooks/logs', '/api/surcharges', '/api/employees'].flatMap(paged),

  ...reads('/api/sellers?status=ACTIVE', '/api/sellers?status=Suspended', '/api/sellers?status[]=active',
    '/api/sellers?status=all', '/api/sellers?search=s-1', '/api/sellers?search=&status=active', '/api/sellers?search=%20First%20',
    (the) => `/api/sellers?warehouse_id=${the.user.warehouse.warehouse_id}&am_id=${the.am_id}`),
  ...reads('/api/campaigns?status=Upcoming&type=MAJOR_CAMPAIGN', '/api/campaigns?type=major-campaign', '/api/campaigns?status=upcoming,active', '/api/campaigns?status='),
  ...reads(`/api/sos/monthly?period=${NOW}&status=Draft`, `/api/sos/monthly?period=${LAST}&status=under-review`, 
    (the) => `/api/sos/monthly?am_id=${the.am_id}`, '/api/sos/monthly?period='),
  ...reads('/api/appeals?status=PENDING', `/api/appeals?status=pending&period=${LAST}`, '/api/appeals?status[]=pending', '/api/appeals?status=partially-approved'),
  ...reads('/api/surcharges?status=Pending', `/api/surcharges?seller_code=S-1&period=${NOW}`, '/api/surcharges?status[]=applied&status[]=waived', '/api/surcharges?status=applied&status=waived', '/api/surcharges?seller_code=&status='),
  ...reads('/api/dashboard/stats', '/api/dashboard/stats/', `/api/dashboard/stats?period=${LAST}`, '/api/dashboard/stats?period=&warehouse_id=',
    (the) => `/api/dashboard/stats?warehouse_id=${the.user.warehouse.warehouse_id}`),

  ...reads('/api/sellers/S-1', '/api/sellers/S-1/', '/api/sellers/S%2D1', (the) => `/api/am/portfolio/${the.am_id}/`,
    '/api/campaigns/C-1', '/api/campaigns/C-1/', '/api/campaigns/C-1/forecasts', '/api/campaigns/C-1/actuals/',
    '/api/sos/sellers/S-1/score', '/api/sos/sellers/S-1/score/', '/api/sos/sellers/S-1/enforcement', '/api/sos/sellers/S-1/enforcement/',
    '/api/sos/sellers/S-1/score/history', `/api/sos/sellers/S-1/score/history?from=${LAST}`, `/api/sos/sellers/S-1/score/history?from=${LAST}&to=${NOW}`, '/api/sos/sellers/S-1/score/history?from=&to=',
    '/api/sos/tiers', '/api/sos/tiers/', (the) => `/api/appeals/${the.appeal}`, (the) => `/api/appeals/${the.appeal}/`,
    '/api/am/portfolio', `/api/am/portfolio?period=${LAST}`, (the) => `/api/am/portfolio/${the.am_id}`, (the) => `/api/am/portfolio/${the.am_id}/history`, '/api/am/portfolio?period='),
  { title: 'by its id', at: (_, id) => `GET /api/sellers/${id}`, before: seller('PL-READ') },
  { title: 'by its id', at: (_, id) => `GET /api/sos/sellers/${id}/enforcement`, before: seller('PL-BLOCK') },
  { title: 'health', at: 'GET /api/health', as: null },
  { title: 'health with a slash', at: 'GET /api/health/', as: null },
  { title: 'tiers, which are public', at: 'GET /api/sos/tiers', as: null },

  { title: 'a date for a month', at: `GET /api/dashboard/stats?period=${NOW}-01`, status: 400, says: MONTH },
  { title: 'two states where one is asked', at: 'GET /api/sos/monthly?status=draft&status=final', status: 400, says: /status must be one of draft, under_review, final/ },
  { title: 'a month without its zero', at: 'GET /api/sos/monthly?period=2026-1', status: 400, says: MONTH },
]
