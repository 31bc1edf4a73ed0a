import type { FirstRequest } from './first-request.ts'
import { seller } from './own.ts'

const at = 'POST /api/sellers'
const body = (seller_code: string, more: object = {}) => ({ seller_code, company_name: 'Made', ...more })
/** What the new seller says of itself. */
const found = (seller_code: string, holds: object) => ({ at: `/api/sellers/${seller_code}`, holds })

/** New sellers. */
// biome-ignore format: a table
export const sellersCreate: FirstRequest[] = [
  { title: 'says only what is required', at, body: body('NEW-1'), holds: { success: true }, after: found('NEW-1', { status: 'active' }) },
  { title: 'says everything', at, body: (the) => body('NEW-2', { contract_type: 'standard', contract_start_date: '2025-01-31', primary_warehouse_id: the.user.warehouse.warehouse_id,
      assigned_am_id: the.am_id, oms_system_type: 'shopify', payment_terms_days: 30, metadata: { tier: 'a', tags: ['x'] } }),
    after: found('NEW-2', { contract_start_date: '2025-01-31', payment_terms_days: 30, metadata: { tags: ['x'] } }) },
  { title: 'names a state', at, body: body('NEW-3', { status: 'suspended' }), after: found('NEW-3', { status: 'suspended' }) },
  { title: 'puts blanks around an open word', at, body: body('NEW-4', { contract_type: '  Peak Season  ', oms_system_type: ' Shopify ' }), after: found('NEW-4', { contract_type: /^Peak Season$/ }) },
  { title: 'invents an order system', at, body: body('NEW-5', { oms_system_type: 'Home-grown ERP' }), after: found('NEW-5', { oms_system_type: 'Home-grown ERP' }) },
  { title: 'writes an essay as contract type', at, body: body('NEW-6', { contract_type: 'x'.repeat(65) }), status: 400, says: /contract_type.*64/ },
  { title: 'sends null for what is not known', at, body: body('NEW-7', { contract_type: null, oms_system_type: null, contract_start_date: null, primary_warehouse_id: null, assigned_am_id: null, payment_terms_days: null, metadata: null }),
    after: found('NEW-7', { contract_type: null, assigned_am_id: null }) },
  { title: 'sends the empty text for what is not known', at, body: body('NEW-8', { contract_type: '', oms_system_type: '', contract_start_date: '', assigned_am_id: '', payment_terms_days: '' }), after: found('NEW-8', { contract_type: null, oms_system_type: null }) },
  { title: 'sends a midnight timestamp as date', at, body: body('NEW-9', { contract_start_date: '2025-01-31T00:00:00.000Z' }), after: found('NEW-9', { contract_start_date: '2025-01-31' }) },
  { title: 'sends midnight of another zone as date', at, body: body('NEW-9B', { contract_start_date: '2025-01-31T00:00:00+07:00' }), after: found('NEW-9B', { contract_start_date: '2025-01-31' }) },
  { title: 'sends midnight of another zone in UTC', at, body: body('NEW-9C', { contract_start_date: '2025-01-30T17:00:00.000Z' }), status: 400, says: /contract_start_date/ },
  { title: 'names warehouse and account manager as lists do', at, body: (the) => body('NEW-9D', { warehouse_id: String(the.user.warehouse.warehouse_id), am_id: the.am_id }),
    after: { at: '/api/sellers/NEW-9D', holds: (the) => ({ primary_warehouse_id: the.user.warehouse.warehouse_id, assigned_am_id: the.am_id }) } },
  { title: 'names two warehouses for one', at, body: (the) => body('NEW-9E', { warehouse_id: 404404, primary_warehouse_id: the.user.warehouse.warehouse_id }), status: 400, says: /primary_warehouse_id and warehouse_id/ },
  { title: 'sends the afternoon as date', at, body: body('NEW-10', { contract_start_date: '2025-01-31T15:00:00Z' }), status: 400, says: /contract_start_date.*(YYYY-MM-DD|\d{4}-\d\d-\d\d)/ },
  { title: 'sends a date that does not exist', at, body: body('NEW-11', { contract_start_date: '2026-02-30' }), status: 400, says: /contract_start_date/ },
  { title: 'sends the date of another country', at, body: body('NEW-12', { contract_start_date: '31/01/2025' }), status: 400, says: /contract_start_date.*(YYYY-MM-DD|\d{4}-\d\d-\d\d)/ },
  { title: 'leaves the code out', at, body: { company_name: 'Made' }, status: 400, says: /seller_code/ },
  { title: 'leaves the name out', at, body: { seller_code: 'NEW-13' }, status: 400, says: /company_name/ },
  { title: 'names a company with blanks alone', at, body: { seller_code: 'NEW-14', company_name: '   ' }, status: 400, says: /company_name/ },
  { title: 'gives a code of blanks alone', at, body: body('   '), status: 400, says: /seller_code/ },
  { title: 'gives a code of digits alone', at, body: body('0012345'), holds: { success: true } },
  { title: 'gives a code that is taken', at, before: seller('NEW-15'), body: body('NEW-15'), status: 409, says: /seller_code/ },
  { title: 'gives a code that differs by case alone', at, before: seller('NEW-Case'), body: body('NEW-CASE'), holds: { success: true }, warns: /NEW-Case/ },
  { title: 'sends payment terms as text', at, body: body('NEW-16', { payment_terms_days: '30' }), holds: { success: true } },
  { title: 'sends payment terms as a word', at, body: body('NEW-16B', { payment_terms_days: 'thirty' }), status: 400, says: /payment_terms_days.*(integer|number)/ },
  { title: 'sends negative payment terms', at, body: body('NEW-17', { payment_terms_days: -1 }), status: 400, says: /payment_terms_days/ },
  { title: 'names a warehouse that does not exist', at, body: body('NEW-18', { primary_warehouse_id: 404404 }), status: 400, says: /primary_warehouse_id.*404404/ },
  { title: 'names an account manager that does not exist', at, body: body('NEW-19', { assigned_am_id: 404404 }), status: 400, says: /assigned_am_id.*404404/ },
  { title: 'writes fields in camelCase', at, body: { sellerCode: 'NEW-20', companyName: 'Made' }, status: 400, says: /seller_?code/i },
  { title: 'misspells a field', at, body: body('NEW-21', { contrat_type: 'standard' }), status: 400, says: /contrat_type.*contract_type/ },
  { title: 'sends metadata as text', at, body: body('NEW-22', { metadata: '{}' }), status: 400, says: /metadata.*object/ },
  { title: 'names a state that does not exist', at, body: body('NEW-23', { status: 'closed' }), status: 400, says: /status.*active.*suspended.*terminated/ },
  { title: 'sends a list of sellers', at, body: [body('NEW-24')], status: 400, says: /object/ },
  { title: 'sends nothing', at, status: 400, says: /body|seller_code/ },
  { title: 'is an operations head', at, as: 'ops_head', body: body('NEW-25') },
  { title: 'is an account manager, who may not', at, as: 'am', body: body('NEW-26'), status: 403 },
  { title: 'is a viewer, who may not', at, as: 'viewer', body: body('NEW-27'), status: 403 },
  { title: 'forgets who is asking', at, as: null, body: body('NEW-28'), status: 401, says: /X-User-Id/i },
  { title: 'sends numbers as text', at, body: (the) => body('NEW-29', { primary_warehouse_id: String(the.user.warehouse.warehouse_id), assigned_am_id: String(the.am_id), payment_terms_days: '30' }) },
  { title: 'names a state in capitals', at, body: body('NEW-30', { status: 'ACTIVE' }) },
  { title: 'names a state with a capital', at, body: body('NEW-31', { status: 'Suspended' }) },
  { title: 'sends a date as a database writes it', at, body: body('NEW-32', { contract_start_date: '2025-01-31 00:00:00' }) },
  { title: 'gives a code with a slash', at, body: body('NEW/33') },
  { title: 'gives a number as name', at, body: body('NEW-34', { company_name: 4711 }) },
]
