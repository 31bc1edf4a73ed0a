import t from 'tap'
import { ROLES } from '../../src/platform/access/roles.ts'
import { testApp } from '../setup/app.ts'

const { call, user, app } = await testApp(t)
const list = async (query = '') => (await call('admin', 'GET', `/api/users${query}`)).body
const names = async (query: string) =>
  (await list(query)).data.map(({ username }: { username: string }) => username)

t.test('accounts are listed by username, each with its full record and never its hash', async (t) => {
  const body = await list()
  t.same(
    { total: body.total, page: body.page, limit: body.limit },
    { total: ROLES.length, page: 1, limit: 500 },
  )
  t.same(await names(''), [...ROLES].sort())
  t.same(body.data[1], {
    id: user.am.id,
    username: 'am',
    full_name: 'Test am',
    role: 'am',
    email: 'am@example.com',
    warehouse_id: null,
    warehouse_name: null,
    am_id: user.am.am_id,
    am_name: 'Test AM',
    seller_id: null,
    seller_code: null,
    employee_id: body.data[1].employee_id,
    employee_code: `U-${user.am.id}`,
    is_active: true,
    created_at: body.data[1].created_at,
    updated_at: body.data[1].updated_at,
  })
})

t.test('pages follow each other', async (t) => {
  t.same(await names('?limit=2&page=2'), ['am_head', 'bod'])
  t.same(await list('?limit=2&page=9'), { data: [], total: ROLES.length, page: 9, limit: 2 })
})

t.test('filters narrow the list, and hold together', async (t) => {
  await app.db.rows(`update users set is_active = false where username = 'viewer'`)
  t.same(await names('?role=finance'), ['finance'])
  t.same(await names('?is_active=false'), ['viewer'])
  t.same((await list('?is_active=true')).total, ROLES.length - 1)
  t.same(await names('?search=HEAD'), ['am_head', 'ops_head'], 'the username, in any case')
  t.same(await names('?search=test%20ops'), ['ops_head'], 'the full name')
  t.same(await names('?search=finance%40example'), ['finance'], 'the e-mail address')
  t.same(await names('?search=%25'), [], 'a wildcard is a letter like any other')
  t.same(await names('?search=_head&role=am_head'), ['am_head'])
  t.same(await names('?role=am&is_active=false'), [])
})

t.test('an odd query answers 400', async (t) => {
  for (const [query, error] of [
    ['role=king', /^role must be one of bod/],
    ['is_active=maybe', 'is_active must be true or false.'],
    ['name=x', /^name is not a known field here; known are role, is_active, search, page, limit/],
  ] as const)
    t.match(await call('bod', 'GET', `/api/users?${query}`), { status: 400, body: { error } }, query)
})
