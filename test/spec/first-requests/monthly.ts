import { LAST, NEXT, NOW } from '../../setup/months.ts'
import type { FirstRequest } from './first-request.ts'
import { pendingAppeal, scoredMonth, scoreOf, seller } from './own.ts'

const at = 'POST /api/sos/monthly/calculate'
const list = 'GET /api/sos/monthly'
const MONTH_FORM = /period.*(2026-\d\d|YYYY-MM)/
/** A terminated seller with this code. */
const terminated = (code: string) => seller(code, { status: 'terminated' })

/** Scores of a month: the list, the calculation, the end. */
// biome-ignore format: a table
export const monthly: FirstRequest[] = [
  { title: 'lists the scores of the current month', at: list, holds: { page: 1, limit: 20, data: [{ period: NOW }] } },
  { title: 'lists the scores of a month', at: `${list}?period=${LAST}`, holds: { data: [{ period: LAST }] } },
  { title: 'leaves all filters empty', at: `${list}?period=&status=&am_id=`, holds: { data: [{ period: NOW }] } },
  { title: 'filters by state and account manager', at: (the) => `${list}?status=draft&am_id=${the.am_id}`, holds: { data: [{ seller_code: 'S-1', status: 'draft' }] } },
  { title: 'filters by a state that does not exist', at: `${list}?status=open`, status: 400, says: /status.*draft.*under_review.*final/ },
  { title: 'lists several months', at: `${list}?from=${LAST}&to=${NOW}&seller_code=S-1`, holds: { total: 2 } },
  { title: 'lists months that end before they start', at: `${list}?from=${NOW}&to=${LAST}`, status: 400, says: /from.*to|to.*from/ },
  { title: 'lists ten years at once', at: `${list}?from=2016-01&to=2025-12`, status: 400, says: /24/ },
  { title: 'asks for one seller', at: `${list}?seller_code=S-2`, holds: { total: 1, data: [{ seller_code: 'S-2' }] } },
  { title: 'searches a company', at: `${list}?search=second`, holds: { total: 1, data: [{ seller_code: 'S-2' }] } },
  { title: 'filters by tier', at: `${list}?tier=Platinum`, holds: { data: [{ seller_code: 'S-1', tier: { name: 'Platinum' } }] } },
  { title: 'filters by warehouse', at: (the) => `${list}?warehouse_id=${the.user.warehouse.warehouse_id}`, holds: { total: 1, data: [{ seller_code: 'S-1' }] } },
  { title: 'wants the best first', at: `${list}?sort=-total_sos`, holds: { data: [{ seller_code: 'S-1' }, { seller_code: 'S-2' }] } },
  { title: 'wants the worst first', at: `${list}?sort=total_sos`, holds: { data: [{ seller_code: 'S-2' }, { seller_code: 'S-1' }] } },
  { title: 'sorts by code', at: `${list}?sort=seller_code`, holds: { data: [{ seller_code: 'S-1' }] } },
  { title: 'sorts by change', at: `${list}?sort=-delta`, holds: { data: [{ seller_code: 'S-1' }] } },
  { title: 'sorts by a field that can not be sorted', at: `${list}?sort=benefits`, status: 400, says: /sort.*seller_code.*total_sos/ },
  { title: 'asks for a thousand scores', at: `${list}?limit=1000`, holds: { limit: 500 } },
  { title: 'asks for a spreadsheet', at: list, headers: { accept: 'text/csv' }, holds: /seller_code.*total_sos/ },
  { title: 'calls the period month', at: `${list}?month=${NOW}`, status: 400, says: /month.*period/ },
  { title: 'lists a month that does not exist', at: `${list}?period=2026-13`, status: 400, says: MONTH_FORM },
  { title: 'calculates a month', at, body: { period: LAST }, holds: { period: LAST, results: [{}] } },
  { title: 'calculates some sellers', at, body: { period: NOW, seller_codes: ['S-1'] }, holds: { period: NOW, sellers_scored: 1, results: [{ seller_id: 'S-1' }] } },
  { title: 'calculates a seller that does not exist', at, body: { period: NOW, seller_codes: ['S-404'] }, status: 400, says: /S-404/ },
  { title: 'calculates a seller that is not active', at, before: terminated('MO-GONE'), body: { period: NOW, seller_codes: ['MO-GONE'] }, status: 400, says: /MO-GONE.*active/ },
  { title: 'does not want to wait', at, body: { period: LAST }, headers: { prefer: 'respond-async' }, status: 202 },
  { title: 'calculates a month that does not exist', at, body: { period: '2026-13' }, status: 400, says: MONTH_FORM },
  { title: 'writes the month without its zero', at, body: { period: '2026-1' }, status: 400, says: MONTH_FORM },
  { title: 'calculates the month to come', at, body: { period: NEXT }, status: 400, says: /period/ },
  { title: 'names no month', at, body: {}, status: 400, says: /period/ },
  { title: 'is finance, who may not', at, as: 'finance', body: { period: LAST }, status: 403 },
  { title: 'repeats a calculation with its key', at, body: { period: LAST }, headers: { 'idempotency-key': 'mo-1' }, holds: { period: LAST } },
  { title: 'finalizes a score', at: (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`, before: scoredMonth, body: { reviewed_by: 'Jane', notes: 'Fine' }, holds: { success: true } },
  { title: 'finalizes a score without a body', at: (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`, before: scoredMonth, holds: { success: true } },
  { title: 'finalizes a score and says nothing', at: (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`, before: scoredMonth, body: {}, holds: { success: true } },
  { title: 'finalizes a score as user 7', at: (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`, before: scoredMonth, body: { reviewed_by: 7, notes: null }, holds: { success: true } },
  { title: 'finalizes a score twice', at: (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`, before: async (the) => {
      const month = await scoredMonth(the)
      await the.done('bod', 'PATCH', `/api/sos/monthly/${month.id}/finalize`, {})
      return month
    }, body: {}, holds: { success: true } },
  { title: 'finalizes a score that is appealed against', at: (_, id) => `PATCH /api/sos/monthly/${id}/finalize`, before: async (the) => {
      const { period } = await pendingAppeal(the)
      return scoreOf(the, period)
    }, body: {}, warns: /appeal/i },
  { title: 'finalizes a score that does not exist', at: 'PATCH /api/sos/monthly/2147483647/finalize', body: {}, status: 404 },
  { title: 'is an account manager, who may not finalize', at: (the) => `PATCH /api/sos/monthly/${the.score}/finalize`, as: 'am', body: {}, status: 403 },
  { title: 'finalizes a score as user 3 with an empty note', at: (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`, before: scoredMonth, body: { reviewed_by: 3, notes: '' } },
  { title: 'calculates the running month', at, body: { period: NOW } },
  { title: 'puts blanks around the month', at, body: { period: ` ${LAST} ` } },
  { title: 'lists drafts with a capital', at: `${list}?period=${NOW}&status=Draft` },
  { title: 'lists what is under review with a hyphen', at: `${list}?period=${LAST}&status=under-review` },
  { title: 'asks for two states where one is due', at: `${list}?status=draft&status=final`, status: 400, says: /status must be one of draft, under_review, final/ },
  { title: 'lists a month without its zero', at: `${list}?period=2026-1`, status: 400, says: /period must be a month such as 2026-01/ },
]
