import type { FirstRequest } from './first-request.ts'

const at = 'POST /api/sellers/am/create'

/** Account managers and their portfolios. */
// biome-ignore format: a table
export const accountManagers: FirstRequest[] = [
  { title: 'lists the account managers', at: 'GET /api/sellers/am/list', holds: { page: 1, data: [{ name: 'Test AM', email: 'am@example.com' }] } },
  { title: 'asks for a thousand of them', at: 'GET /api/sellers/am/list?limit=1000', holds: { limit: 500 } },
  { title: 'gives only a name', at, body: { name: 'Only Name' }, holds: { success: true } },
  { title: 'gives all fields', at, body: { name: 'All Fields', email: 'all.fields@example.com', employee_id: 4712 }, holds: { success: true } },
  { title: 'sends null for what is not known', at, body: { name: 'Null Fields', email: null, employee_id: null }, holds: { success: true } },
  { title: 'leaves the e-mail address empty', at, body: { name: 'No Mail', email: '' }, holds: { success: true } },
  { title: 'gives no name', at, body: { email: 'no.name@example.com' }, status: 400, says: /name/ },
  { title: 'gives a name of blanks', at, body: { name: '  ' }, status: 400, says: /name/ },
  { title: 'gives an address without @', at, body: { name: 'Bad Mail', email: 'bad.mail' }, status: 400, says: /email/ },
  { title: 'adds a field of another system', at, body: { name: 'Phone', phone: '123' }, status: 400, says: /phone.*email/ },
  { title: 'is an operations head, who may not', at, as: 'ops_head', body: { name: 'Nope' }, status: 403 },
  { title: 'reads all portfolios', at: 'GET /api/am/portfolio', holds: { data: [{}] } },
  { title: 'reads all portfolios of an empty period, which is now', at: 'GET /api/am/portfolio?period=' },
  { title: 'reads portfolios of a month that does not exist', at: 'GET /api/am/portfolio?period=2026-13', status: 400, says: /period.*2026-\d\d|YYYY-MM/ },
  { title: 'reads a portfolio', at: (the) => `GET /api/am/portfolio/${the.am_id}`, holds: (the) => ({ am_id: the.am_id, sellers: [{ seller_code: 'S-1' }] }) },
  { title: 'reads the own portfolio', at: (the) => `GET /api/am/portfolio/${the.am_id}`, as: 'am', holds: { sellers: [{ seller_code: 'S-1' }] } },
  { title: 'reads the portfolio of another', at: (_, id) => `GET /api/am/portfolio/${id}`, as: 'am', before: (the) => the.create('/api/sellers/am/create', { name: 'Other', email: 'other.am@example.com' }), status: 403 },
  { title: 'reads a portfolio that does not exist', at: 'GET /api/am/portfolio/404404', status: 404, says: /404404/ },
  { title: 'reads the KPI history', at: (the) => `GET /api/am/portfolio/${the.am_id}/history`, holds: (the) => ({ am_id: the.am_id, data: [{}] }) },
  { title: 'reads the KPI history of nobody', at: 'GET /api/am/portfolio/404404/history', status: 404 },
  { title: 'gives the number as text', at, body: { name: 'AM Five', email: 'Am.Five@Example.com', employee_id: '4715' } },
  { title: 'puts blanks around the address', at, body: { name: ' AM Six ', email: ' am.six@example.com ' } },
]
