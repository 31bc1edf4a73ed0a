import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'
import { campaign } from './own.ts'

const at = 'POST /api/campaigns'
const body = (campaign_code: string, more: object = {}) => ({
  campaign_code,
  campaign_name: 'Made',
  campaign_type: 'mini_campaign',
  start_date: '2999-01-01',
  end_date: '2999-01-05',
  ...more,
})
const found = (campaign_code: string, holds: object) => ({ at: `/api/campaigns/${campaign_code}`, holds })
const past = { start_date: '2020-01-01', end_date: '2020-01-05' }
const running = { start_date: '2020-01-01', end_date: '2999-01-05' }
const warehouse = (the: World) => the.user.warehouse.warehouse_id
const read = (code: string) => async (the: World) => {
  await campaign(code)(the)
  return the.done('bod', 'GET', `/api/campaigns/${code}`)
}
const by_hand = (code: string, more: object, status: string): FirstRequest => ({
  title: `sets ${code} by hand`,
  at: `PATCH /api/campaigns/${code}`,
  before: campaign(code, more),
  body: { status },
  after: found(code, { status }),
})

/** Campaigns. */
// biome-ignore format: a table
export const campaigns: FirstRequest[] = [
  { title: 'lists the campaigns', at: 'GET /api/campaigns', holds: { page: 1, limit: 20 } },
  { title: 'filters by type', at: 'GET /api/campaigns?type=major_campaign&status=upcoming', holds: { page: 1 } },
  { title: 'asks for several states', at: 'GET /api/campaigns?status=upcoming,active', holds: { page: 1 } },
  { title: 'asks for several states, one of which does not exist', at: 'GET /api/campaigns?status=upcoming,done', status: 400, says: /status.*upcoming.*cancelled/ },
  { title: 'asks for a type that does not exist', at: 'GET /api/campaigns?type=huge', status: 400, says: /type.*major_campaign.*mini_campaign/ },
  { title: 'filters by the name of the field', at: 'GET /api/campaigns?campaign_type=mini_campaign', status: 400, says: /campaign_type.*type/ },
  { title: 'reads a campaign by code', at: 'GET /api/campaigns/C-1', holds: { campaign_code: 'C-1' } },
  { title: 'reads a campaign by id', at: (_, id) => `GET /api/campaigns/${id}`, before: campaign('CA-ID'), holds: { campaign_code: 'CA-ID' } },
  { title: 'reads a campaign that does not exist', at: 'GET /api/campaigns/C-404', status: 404, says: /C-404/ },
  { title: 'reads forecasts', at: 'GET /api/campaigns/C-1/forecasts', holds: { data: [{ forecast_orders: 90 }] } },
  { title: 'reads actual results', at: 'GET /api/campaigns/C-1/actuals', holds: { data: [{ actual_orders: 100 }] } },
  { title: 'says only what is required', at, body: body('CA-1'), after: found('CA-1', { status: 'upcoming', warehouses: [] }) },
  { title: 'says everything', at, body: (the) => body('CA-2', { warehouses: [String(warehouse(the))], description: 'Spring', created_by: 'Jane' }), after: found('CA-2', { description: 'Spring', created_by: 'Jane' }) },
  { title: 'names warehouses by number', at, body: (the) => body('CA-3', { warehouses: [warehouse(the)] }), after: { at: '/api/campaigns/CA-3', holds: (the) => ({ warehouses: [String(warehouse(the))] }) } },
  { title: 'names warehouses by code', at, body: body('CA-4', { warehouses: ['WH-TEST'] }), after: { at: '/api/campaigns/CA-4', holds: (the) => ({ warehouses: [String(warehouse(the))] }) } },
  { title: 'names a warehouse that does not exist', at, body: body('CA-5', { warehouses: ['WH-404'] }), status: 400, says: /warehouses/ },
  { title: 'sends null for what is not known', at, body: body('CA-6', { warehouses: null, description: null, created_by: null }), holds: { success: true } },
  { title: 'sends midnight timestamps as dates', at, body: body('CA-7', { start_date: '2999-01-01T00:00:00Z', end_date: '2999-01-05T00:00:00.000Z' }), after: found('CA-7', { start_date: '2999-01-01', end_date: '2999-01-05' }) },
  { title: 'ends in the last second of a day', at, body: body('CA-7B', { end_date: '2999-01-05T23:59:59Z' }), after: found('CA-7B', { end_date: '2999-01-05' }) },
  { title: 'names the type as lists do', at, body: { ...body('CA-7C'), campaign_type: undefined, type: 'Mini Campaign' }, after: found('CA-7C', { campaign_type: 'mini_campaign' }) },
  { title: 'ends before it starts', at, body: body('CA-8', { end_date: '2998-12-31' }), status: 400, says: /end_date.*start_date/ },
  { title: 'starts on a day that does not exist', at, body: body('CA-9', { start_date: '2999-02-30' }), status: 400, says: /start_date/ },
  { title: 'invents a type', at, body: body('CA-10', { campaign_type: 'flash_sale' }), status: 400, says: /campaign_type.*major_campaign.*mini_campaign/ },
  { title: 'gives a code that is taken', at, before: campaign('CA-11'), body: body('CA-11'), status: 409, says: /campaign_code/ },
  { title: 'gives a code that differs by case alone', at, before: campaign('CA-Case'), body: body('CA-CASE'), warns: /CA-Case/ },
  { title: 'gives a code of digits alone', at, body: body('20260042'), holds: { success: true } },
  { title: 'leaves the name out', at, body: { ...body('CA-12'), campaign_name: undefined }, status: 400, says: /campaign_name/ },
  { title: 'enters a campaign after its end', at, body: body('CA-13', past), after: found('CA-13', { status: 'completed' }) },
  { title: 'enters a campaign that runs', at, body: body('CA-14', running), after: found('CA-14', { status: 'active' }) },
  by_hand('CA-start-early', {}, 'active'),
  by_hand('CA-complete-early', running, 'completed'),
  by_hand('CA-cancel', running, 'cancelled'),
  { title: 'opens a completed campaign again', at: 'PATCH /api/campaigns/CA-16', before: async (the) => {
      await campaign('CA-16', running)(the)
      await the.done('bod', 'PATCH', '/api/campaigns/CA-16', { status: 'completed' })
    }, body: { status: 'active' }, after: found('CA-16', { status: 'active' }) },
  { title: 'sends a campaign back as it was read', at: 'PATCH /api/campaigns/CA-17', before: read('CA-17'), body: (_, record) => record, holds: { success: true } },
  { title: 'sends a campaign back with another id', at: 'PATCH /api/campaigns/CA-18', before: read('CA-18'), body: (_, record) => ({ ...record, id: record.id + 1 }), status: 400, says: /\bid\b/ },
  { title: 'changes nothing', at: 'PATCH /api/campaigns/CA-19', before: campaign('CA-19'), body: {}, holds: { success: true } },
  { title: 'moves the end before the start', at: 'PATCH /api/campaigns/CA-20', before: campaign('CA-20'), body: { end_date: '2000-01-01' }, status: 400, says: /end_date.*start_date/ },
  { title: 'names a state that does not exist', at: 'PATCH /api/campaigns/CA-21', before: campaign('CA-21'), body: { status: 'finished' }, status: 400, says: /status.*upcoming.*active.*completed.*cancelled/ },
  { title: 'cancels a campaign', at: 'DELETE /api/campaigns/CA-22', before: campaign('CA-22'), after: found('CA-22', { status: 'cancelled' }) },
  { title: 'cancels a completed campaign', at: 'DELETE /api/campaigns/CA-23', before: campaign('CA-23', past), after: found('CA-23', { status: 'cancelled' }) },
  { title: 'cancels a campaign by its id', at: (_, id) => `DELETE /api/campaigns/${id}`, before: campaign('CA-24'), after: found('CA-24', { status: 'cancelled' }) },
  { title: 'cancels nothing', at: 'DELETE /api/campaigns/C-404', status: 404, says: /C-404/ },
  { title: 'is an account manager head, who may not', at, as: 'am_head', body: body('CA-25'), status: 403 },
  { title: 'names one warehouse, not in a list', at, body: (the) => body('CA-26', { warehouses: String(warehouse(the)) }) },
  { title: 'names the type in capitals', at, body: body('CA-27', { campaign_type: 'MAJOR_CAMPAIGN' }) },
  { title: 'names the type as a title', at, body: body('CA-28', { campaign_type: 'Mini Campaign' }) },
  { title: 'names the state', at, body: body('CA-29', { description: 'Each year', created_by: 'Jane', status: 'upcoming' }) },
  { title: 'changes one field by id', at: (_, { id }) => `PATCH /api/campaigns/${id}`, before: read('CA-30'), body: { campaign_name: 'Other' } },
  { title: 'starts it with a capital', at: 'PATCH /api/campaigns/CA-31', before: read('CA-31'), body: { status: 'Active' } },
  { title: 'moves the end, with its time and a slash', at: 'PATCH /api/campaigns/CA-32/', before: read('CA-32'), body: { end_date: '2999-01-20T00:00:00.000Z' } },
  { title: 'cancels a campaign with the type of JSON and no body', at: (_, id) => `DELETE /api/campaigns/${id}`, before: campaign('CA-33'), headers: { 'content-type': 'application/json' } },
]
