import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'

const users = 'POST /api/users'
const user = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.com`,
  full_name: 'Made',
  role: 'viewer',
  password: 'nine boxes on a cart',
  ...more,
})
const made = (username: string) => async (the: World) => {
  const id = await the.create('/api/users', user(username))
  return (await the.done('bod', 'GET', '/api/users?limit=500')).data.find(
    (one: { id: number }) => one.id === id,
  )
}
const warehouse = (code: string) => async (the: World) => {
  const id = await the.create('/api/warehouses', { code, name: 'Made' })
  return (await the.done('bod', 'GET', '/api/warehouses?limit=500')).data.find(
    (one: { id: number }) => one.id === id,
  )
}

/** Users, warehouses and employees. */
// biome-ignore format: a table
export const people: FirstRequest[] = [
  { title: 'lists users', at: 'GET /api/users', holds: { page: 1, data: [{ username: /./ }] } },
  { title: 'adds a user', at: users, body: user('pe-1'), holds: { success: true } },
  { title: 'adds a user of a warehouse', at: users, body: (the) => user('pe-2', { role: 'warehouse', warehouse_id: the.user.warehouse.warehouse_id }), holds: { success: true } },
  { title: 'adds a user without an e-mail address', at: users, body: user('pe-3', { email: undefined }), status: 400, says: /email/ },
  { title: 'adds a user with a short password', at: users, body: user('pe-4', { password: 'seven77' }), status: 400, says: /password.*8/ },
  { title: 'adds a user of a role that does not exist', at: users, body: user('pe-5', { role: 'manager' }), status: 400, says: /role.*bod.*viewer/ },
  { title: 'adds a user whose name is taken', at: users, before: made('pe-6'), body: user('pe-6', { email: 'pe-6b@example.com' }), status: 409, says: /pe-6|username/ },
  { title: 'renames a user', at: (_, { id }) => `PATCH /api/users/${id}`, before: made('pe-7'), body: { full_name: 'Other' }, holds: { success: true } },
  { title: 'sends a user back as it was read', at: (_, { id }) => `PATCH /api/users/${id}`, before: made('pe-8'), body: (_, record) => record, holds: { success: true } },
  { title: 'changes nothing of a user', at: (_, { id }) => `PATCH /api/users/${id}`, before: made('pe-9'), body: {}, holds: { success: true } },
  { title: 'is an operations head, who may not add users', at: users, as: 'ops_head', body: user('pe-10'), status: 403 },
  { title: 'lists warehouses', at: 'GET /api/warehouses', holds: { data: [{ code: 'WH-TEST', name: 'Test warehouse' }] } },
  { title: 'adds a warehouse', at: 'POST /api/warehouses', body: { code: 'PE-1', name: 'North' }, holds: { success: true } },
  { title: 'adds a warehouse whose code is taken', at: 'POST /api/warehouses', body: { code: 'WH-TEST', name: 'Twin' }, status: 409, says: /code/ },
  { title: 'adds a warehouse without a code', at: 'POST /api/warehouses', body: { name: 'North' }, status: 400, says: /code/ },
  { title: 'renames a warehouse', at: (_, { id }) => `PATCH /api/warehouses/${id}`, before: warehouse('PE-2'), body: { name: 'South' }, holds: { success: true } },
  { title: 'sends a warehouse back as it was read', at: (_, { id }) => `PATCH /api/warehouses/${id}`, before: warehouse('PE-3'), body: (_, record) => record, holds: { success: true } },
  { title: 'changes a warehouse that does not exist', at: 'PATCH /api/warehouses/404404', body: { name: 'South' }, status: 404 },
  { title: 'lists employees', at: 'GET /api/employees', holds: { page: 1, limit: 20, data: [{ employee_code: /./ }] } },
  { title: 'lists a page of employees', at: 'GET /api/employees?page=1&limit=5', holds: { limit: 5 } },
  { title: 'asks for a thousand employees', at: 'GET /api/employees?limit=1000', holds: { limit: 500 } },
  { title: 'lists employees from page zero', at: 'GET /api/employees?page=0', status: 400, says: /page.*1/ },
  { title: 'lists employees without saying who asks', at: 'GET /api/employees', as: null, status: 401, says: /X-User-Id/i },
  { title: 'adds an employee', at: 'POST /api/employees', body: { employee_code: 'PE-1', full_name: 'New employee' }, holds: { success: true } },
]
