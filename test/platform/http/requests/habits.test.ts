import t from 'tap'
import { testApp } from '../../../setup/app.ts'

// What clients do by habit, whatever the route: slashes, types, empty parameters, bodies that say nothing of themselves.

const { call } = await testApp(t)
const seller = (seller_code: string) => ({ seller_code, company_name: 'Made' })
await call('bod', 'POST', '/api/sellers', seller('S-1'))
const campaign = { campaign_name: 'C', campaign_type: 'mini_campaign' }
const dates = { start_date: '2999-01-01', end_date: '2999-01-10' }
await call('bod', 'POST', '/api/campaigns', { campaign_code: 'C-1', ...campaign, ...dates })
const exception = {
  exception_type: 'outage',
  adjustment_rule: { op: 'add', value: 1 },
  effective_from: '2026-01-01',
}
const surcharge = { seller_code: 'S-1', period: '2026-01', surcharge_type: 'fee', amount: 25 }

const LISTS = [
  ...['/api/sellers', '/api/sellers/S-1/exceptions', '/api/sellers/am/list', '/api/campaigns'],
  ...['/api/am/portfolio', '/api/sos/monthly', '/api/appeals', '/api/webhooks', '/api/webhooks/logs'],
  ...['/api/surcharges', '/api/employees', '/api/users', '/api/warehouses', '/api/config/tiers'],
]
for (const list of LISTS)
  t.test(`${list} is a list with a slash, empty parameters and a type of no body, too`, async (t) => {
    const accept = 'application/json, text/plain, */*'
    for (const end of ['', '/', '?page=1&limit=20', '?page=2&limit=100', '?page=&limit=', '?limit=1000']) {
      const headers = { accept, ...(end === '/' && { 'content-type': 'application/json' }) }
      const { status, body } = await call('bod', 'GET', list + end, undefined, headers)
      t.match([status, body.data], [200, Array], end)
    }
  })

const READS = [
  ...[
    '/api/sellers/S-1',
    '/api/campaigns/C-1',
    '/api/campaigns/C-1/actuals',
    '/api/sos/tiers',
    '/api/health',
  ],
  ...['/api/dashboard/stats', '/api/sos/sellers/S-1/enforcement', '/api/sos/sellers/S-1/score/history'],
]
t.test('a read takes a slash at its end, and HEAD', async (t) => {
  for (const read of READS) {
    t.equal((await call('bod', 'GET', `${read}/`)).status, 200, read)
    t.match(await call('bod', 'HEAD', read), { status: 200, body: '' }, read)
  }
  t.equal((await call('bod', 'GET', '/api/sellers/S%2D1')).status, 200)
})

/** What is posted, n times. */
const POSTS: [string, (n: number) => object, null?][] = [
  ['/api/sellers', (n) => seller(`P-${n}`)],
  ['/api/sellers/S-1/exceptions', () => exception],
  ['/api/sellers/am/create', (n) => ({ name: `AM ${n}`, email: `am.${n}@example.com` })],
  ['/api/auth/login', () => ({ username: 'bod', password: 'any' }), null],
  ['/api/auth/idp-login', () => ({ email: 'bod@example.com', password: 'any' }), null],
  ['/api/campaigns', (n) => ({ campaign_code: `P-${n}`, ...campaign, ...dates })],
  ['/api/webhooks', () => ({ url: 'https://example.com/hooks' })],
  ['/api/surcharges', () => surcharge],
]
for (const [path, body, as = 'bod' as const] of POSTS)
  t.test(`POST ${path} takes JSON without its type, of any spelling, and at a slash`, async (t) => {
    const typed = (type: string) => ({ 'content-type': type })
    for (const [n, [end, headers, start]] of [
      ['', undefined, ''],
      ['', typed('application/json; charset=UTF-8'), ''],
      ['', typed('Application/JSON;charset=utf-8'), '\uFEFF'],
      ['/', typed('application/json'), ''],
      ['?_=1', typed('application/json'), ''],
    ].entries() as ArrayIterator<[number, [string, Record<string, string> | undefined, string]]>) {
      const answer = await call(as, 'POST', path + end, start + JSON.stringify(body(n)), headers)
      t.equal(answer.status, 200, `${end} ${headers?.['content-type']} ${answer.body.error}`)
    }
  })

t.test('a change takes JSON without its type, a password one at a slash', async (t) => {
  t.equal((await call('bod', 'PATCH', '/api/sellers/S-1/', '{"status":"terminated"}')).status, 200)
  const { token } = (await call(null, 'POST', '/api/auth/login', { username: 'bod', password: 'any' })).body
  const bearer = { authorization: `Bearer ${token}` }
  const body = { new_password: 'ten boxes on a cart' }
  t.equal((await call(null, 'POST', '/api/auth/update-password/', body, bearer)).status, 200)
})

for (const path of ['/api/webhooks', '/api/sellers/S-1/exceptions', '/api/campaigns', '/api/sellers'])
  t.test(`DELETE below ${path} takes a slash, and the type of a body that it has not`, async (t) => {
    const body = POSTS.find(([posted]) => posted === path)?.[1](9) as object
    const { id } = (await call('bod', 'POST', path, body)).body
    const headers = { 'content-type': 'application/json' }
    t.equal((await call('bod', 'DELETE', `${path}/${id}/`, undefined, headers)).status, 200)
  })
