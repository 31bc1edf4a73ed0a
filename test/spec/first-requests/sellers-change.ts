import type { FirstRequest } from './first-request.ts'
import { seller, sellerRead } from './own.ts'

const STATES = ['active', 'suspended', 'terminated']

/** Every change of state: the spec's one condition is that the seller exists. */
const changesOfState = STATES.flatMap((from) =>
  STATES.map((status): FirstRequest => {
    const code = `CH-${from}-to-${status}`
    return {
      title: `makes a seller ${status} that is ${from}`,
      at: `PATCH /api/sellers/${code}`,
      before: seller(code, { status: from }),
      body: { status },
      holds: { success: true },
      after: { at: `/api/sellers/${code}`, holds: { status } },
    }
  }),
)

/** Changes of sellers, and their end. */
// biome-ignore format: a table
export const sellersChange: FirstRequest[] = [
  ...changesOfState,
  { title: 'suspends a seller and changes its terms at once', at: 'PATCH /api/sellers/CH-1', before: seller('CH-1'), body: { status: 'suspended', payment_terms_days: 7 },
    after: { at: '/api/sellers/CH-1', holds: { status: 'suspended', payment_terms_days: 7 } } },
  { title: 'changes a seller by its id', at: (_, id) => `PATCH /api/sellers/${id}`, before: seller('CH-2'), body: { company_name: 'Renamed' },
    after: { at: '/api/sellers/CH-2', holds: { company_name: 'Renamed' } } },
  { title: 'takes the warehouse away, named as lists do', at: 'PATCH /api/sellers/CH-2B', before: sellerRead('CH-2B'), body: { warehouse_id: null }, after: { at: '/api/sellers/CH-2B', holds: { primary_warehouse_id: null } } },
  { title: 'suspends a seller with a reason', at: 'PATCH /api/sellers/CH-2C', before: seller('CH-2C'), body: { status: 'suspended', reason: 'Pays late' }, after: { at: '/api/sellers/CH-2C', holds: { status: 'suspended' } } },
  { title: 'changes nothing', at: 'PATCH /api/sellers/CH-3', before: seller('CH-3'), body: {}, holds: { success: true }, after: { at: '/api/sellers/CH-3', holds: { status: 'active' } } },
  { title: 'sends a detail back as it was read', at: 'PATCH /api/sellers/CH-4', before: sellerRead('CH-4'), body: (_, read) => read, holds: { success: true } },
  { title: 'sends an item of the list back as it was read', at: 'PATCH /api/sellers/CH-5', before: sellerRead('CH-5', 'list'), body: (_, read) => read, holds: { success: true } },
  { title: 'sends a detail back with a new name', at: 'PATCH /api/sellers/CH-6', before: sellerRead('CH-6'), body: (_, read) => ({ ...read, company_name: 'Other' }),
    after: { at: '/api/sellers/CH-6', holds: { company_name: 'Other', warehouse_name: 'Test warehouse' } } },
  { title: 'sends a record with another id', at: 'PATCH /api/sellers/CH-7', before: sellerRead('CH-7'), body: (_, read) => ({ ...read, id: read.id + 1 }), status: 400, says: /\bid\b/ },
  { title: 'changes the code of a seller', at: 'PATCH /api/sellers/CH-8', before: seller('CH-8'), body: { seller_code: 'CH-8-NEW' }, after: { at: '/api/sellers/CH-8-NEW', holds: { seller_code: 'CH-8-NEW' } } },
  { title: 'takes the code of another seller', at: 'PATCH /api/sellers/CH-9', before: seller('CH-9'), body: { seller_code: 'S-2' }, status: 409, says: /seller_code/ },
  { title: 'takes the account manager away', at: 'PATCH /api/sellers/CH-10', before: async (the) => seller('CH-10', { assigned_am_id: the.am_id })(the), body: { assigned_am_id: null },
    after: { at: '/api/sellers/CH-10', holds: { assigned_am_id: null } } },
  { title: 'empties an open word', at: 'PATCH /api/sellers/CH-11', before: seller('CH-11', { contract_type: 'Odd' }), body: { contract_type: '' }, after: { at: '/api/sellers/CH-11', holds: { contract_type: null } } },
  { title: 'empties the name, which is required', at: 'PATCH /api/sellers/CH-12', before: seller('CH-12'), body: { company_name: ' ' }, status: 400, says: /company_name/ },
  { title: 'names a state that does not exist', at: 'PATCH /api/sellers/CH-13', before: seller('CH-13'), body: { status: 'blocked' }, status: 400, says: /status.*active.*suspended.*terminated/ },
  { title: 'changes a seller that does not exist', at: 'PATCH /api/sellers/S-404', body: { status: 'suspended' }, status: 404, says: /S-404/ },
  { title: 'is finance, who may not', at: 'PATCH /api/sellers/CH-14', as: 'finance', before: seller('CH-14'), body: { status: 'suspended' }, status: 403 },
  { title: 'replaces instead of changing', at: 'PUT /api/sellers/CH-15', before: seller('CH-15'), body: { company_name: 'Other' }, status: 404 },
  { title: 'deletes a seller that has nothing', at: 'DELETE /api/sellers/CH-17', before: seller('CH-17'), holds: { success: true } },
  { title: 'deletes a seller that has scores', at: 'DELETE /api/sellers/S-1', status: 409, says: /score|fact/ },
  { title: 'changes one field', at: 'PATCH /api/sellers/CH-18', before: seller('CH-18'), body: { payment_terms_days: 14 } },
  { title: 'sends a detail back by its id with other terms', at: (_, { id }) => `PATCH /api/sellers/${id}`, before: sellerRead('CH-19'), body: (_, read) => ({ ...read, payment_terms_days: 7 }) },
  { title: 'suspends in capitals, with terms as text', at: 'PATCH /api/sellers/CH-20', before: sellerRead('CH-20'), body: { status: 'SUSPENDED', payment_terms_days: '21' } },
  { title: 'sends a change as text without a type', at: 'PATCH /api/sellers/CH-21', before: sellerRead('CH-21'), body: '{"status":"terminated"}' },
  { title: 'notes something of its own', at: 'PATCH /api/sellers/CH-22', before: sellerRead('CH-22'), body: { metadata: { note: 'big' } } },
]
