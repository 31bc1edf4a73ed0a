import { NOW } from '../../setup/months.ts'
import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'
import { seller, surcharge } from './own.ts'

const at = 'POST /api/surcharges'
const change: FirstRequest['at'] = (_, id) => `PATCH /api/surcharges/${id}`
const body = (more: object = {}) => ({
  seller_code: 'S-2',
  period: NOW,
  surcharge_type: 'planning_overload',
  amount: 25,
  ...more,
})
const listed = (seller_code: string, holds: object) => ({
  at: `/api/surcharges?seller_code=${seller_code}`,
  holds: { total: 1, data: [holds] },
})
const enforced = (seller_code: string, holds: object) => ({
  at: `/api/sos/sellers/${seller_code}/enforcement`,
  holds,
})
const read = (seller_code: string) => async (the: World) => {
  await seller(seller_code)(the)
  await surcharge({ seller_code })(the)
  return (await the.done('bod', 'GET', `/api/surcharges?seller_code=${seller_code}`)).data[0]
}
const waived = async (the: World) => {
  const id = await surcharge()(the)
  await the.done('bod', 'PATCH', `/api/surcharges/${id}`, { status: 'waived' })
  return id
}

/** Surcharges, and what the warehouse hears of them. */
// biome-ignore format: a table
export const surcharges: FirstRequest[] = [
  { title: 'lists the surcharges', at: 'GET /api/surcharges', holds: { page: 1, limit: 500 } },
  { title: 'leaves all filters empty', at: 'GET /api/surcharges?seller_code=&status=&period=', holds: { page: 1 } },
  { title: 'asks for several states', at: 'GET /api/surcharges?status=pending,applied&seller_code=S-1', holds: { data: [{ status: 'pending' }] } },
  { title: 'asks for several states, one of which does not exist', at: 'GET /api/surcharges?status=pending,paid', status: 400, says: /status.*pending.*applied.*waived/ },
  { title: 'asks for a month that does not exist', at: 'GET /api/surcharges?period=2026-13', status: 400, says: /period.*(2026-\d\d|YYYY-MM)/ },
  { title: 'asks by a field of the record', at: 'GET /api/surcharges?rule_id=1', status: 400, says: /rule_id.*seller_code/ },
  { title: 'says everything', at, before: seller('SU-1'), body: body({ seller_code: 'SU-1', trigger_details: { reason: 'Too late', orders: 12 } }), after: listed('SU-1', { amount: 25, status: 'pending', trigger_details: { orders: 12 } }) },
  { title: 'says no details', at, body: body(), holds: { success: true } },
  { title: 'sends null for the details', at, body: body({ trigger_details: null }), holds: { success: true } },
  { title: 'sends a list as details', at, body: body({ trigger_details: [] }), status: 400, says: /trigger_details.*object/ },
  { title: 'blocks without an amount', at, before: seller('SU-2'), body: { seller_code: 'SU-2', period: NOW, surcharge_type: 'payment_block' }, after: listed('SU-2', { surcharge_type: 'payment_block', amount: 0 }) },
  { title: 'blocks in capital letters with a blank', at, before: seller('SU-3'), body: body({ seller_code: 'SU-3', surcharge_type: 'Payment Block', amount: undefined }), after: enforced('SU-3', { is_blocked: true, active_surcharges: [{ type: /^payment_block$/, amount: 0 }] }) },
  { title: 'blocks with a hyphen', at, before: seller('SU-4'), body: body({ seller_code: 'SU-4', surcharge_type: 'PAYMENT-BLOCK' }), after: enforced('SU-4', { is_blocked: true }) },
  { title: 'invents a type', at, before: seller('SU-5'), body: body({ seller_code: 'SU-5', surcharge_type: 'Forklift Fee' }), after: listed('SU-5', { surcharge_type: 'Forklift Fee' }) },
  { title: 'names the type as enforcement does', at, before: seller('SU-5B'), body: body({ seller_code: 'SU-5B', surcharge_type: undefined, type: 'Payment Block' }), after: listed('SU-5B', { surcharge_type: 'payment_block' }) },
  { title: 'gives no amount where one is due', at, body: body({ amount: undefined }), status: 400, says: /amount/ },
  { title: 'gives a negative amount', at, body: body({ amount: -5 }), status: 400, says: /amount/ },
  { title: 'gives an amount with its currency', at, body: body({ amount: '25 EUR' }), status: 400, says: /amount.*number/ },
  { title: 'gives a month that does not exist', at, body: body({ period: '2026-13' }), status: 400, says: /period.*(2026-\d\d|YYYY-MM)/ },
  { title: 'charges nobody', at, body: body({ seller_code: 'S-404' }), status: 404, says: /S-404/ },
  { title: 'enters one that is applied', at, before: seller('SU-6'), body: body({ seller_code: 'SU-6', status: 'applied' }), after: listed('SU-6', { status: 'applied' }) },
  { title: 'enters one that is pending', at, body: body({ status: 'pending' }), holds: { success: true } },
  { title: 'enters one that is waived', at, body: body({ status: 'waived' }), status: 400, says: /status.*pending.*applied/ },
  { title: 'is finance', at, as: 'finance', body: body(), holds: { success: true } },
  { title: 'is an account manager, who may not', at, as: 'am', body: body(), status: 403 },
  { title: 'applies a surcharge', at: change, before: surcharge(), body: { status: 'applied' }, holds: { success: true } },
  { title: 'waives a surcharge', at: change, before: surcharge(), body: { status: 'waived' }, holds: { success: true } },
  { title: 'waives a surcharge with a note', at: change, before: surcharge(), body: { status: 'waived', note: 'Our fault' }, holds: { success: true } },
  { title: 'applies a waived surcharge', at: change, before: waived, body: { status: 'applied' }, status: 409, says: /waived/ },
  { title: 'pays a surcharge', at: change, before: surcharge(), body: { status: 'paid' }, status: 400, says: /status.*applied.*waived/ },
  { title: 'sends a surcharge back as it was read', at: (_, { id }) => `PATCH /api/surcharges/${id}`, before: read('SU-READ'), body: (_, record) => record, holds: { success: true } },
  { title: 'changes a surcharge that does not exist', at: 'PATCH /api/surcharges/404404', body: { status: 'waived' }, status: 404 },
  { title: 'asks whether a seller may ship', at: 'GET /api/sos/sellers/S-1/enforcement', as: 'system', holds: { seller_code: 'S-1', is_blocked: false } },
  { title: 'asks as the seller\'s warehouse', at: 'GET /api/sos/sellers/S-1/enforcement', as: 'warehouse', holds: { active_surcharges: [{ type: 'planning_overload', amount: 12.5, period: NOW }] } },
  { title: 'asks as another warehouse', at: 'GET /api/sos/sellers/S-2/enforcement', as: 'warehouse', status: 403 },
  { title: 'asks whether a suspended seller may ship', at: 'GET /api/sos/sellers/SU-7/enforcement', before: seller('SU-7', { status: 'suspended' }), holds: { is_blocked: true } },
  { title: 'asks whether nobody may ship', at: 'GET /api/sos/sellers/S-404/enforcement', status: 404, says: /S-404/ },
  { title: 'asks for many sellers', at: 'GET /api/sos/enforcement?seller_codes=S-1,S-2', holds: { data: [{ seller_code: 'S-1' }, { seller_code: 'S-2' }] } },
  { title: 'asks for too many sellers', at: `GET /api/sos/enforcement?seller_codes=${Array.from({ length: 501 }, (_, n) => `X-${n}`)}`, status: 400, says: /500/ },
  { title: 'gives the amount as text', at, body: body({ amount: '25.50' }) },
  { title: 'names the type in capitals', at, body: body({ surcharge_type: 'AGING_STORAGE_MULTIPLIER' }) },
  { title: 'enters one that is pending, with a capital', at, body: body({ status: 'Pending' }) },
  { title: 'waives a surcharge with a capital', at: change, before: surcharge(), body: { status: 'Waived' } },
  { title: 'sends a surcharge back, waived', at: (_, { id }) => `PATCH /api/surcharges/${id}`, before: read('SU-WAIVE'), body: (_, record) => ({ ...record, status: 'waived' }) },
]
