import t from 'tap'
import { isNamed } from '../../../../src/platform/http/answers/answer-tags.ts'
import { testApp } from '../../../setup/app.ts'

const { call } = await testApp(t)
const PERIOD = '2026-03'

t.test('a list answers 304 until it would be another text', async (t) => {
  const url = '/api/sellers?status=all'
  const first = await call('viewer', 'GET', url)
  const tag = first.headers.etag as string
  t.match(tag, /^"[\w-]{43}"$/)
  const again = await call('viewer', 'GET', url, undefined, { 'if-none-match': tag })
  t.match(again, { status: 304, body: '', headers: { etag: tag, vary: /accept/ } })
  await call('bod', 'POST', '/api/sellers', { seller_code: 'S-1', company_name: 'One' })
  const changed = await call('viewer', 'GET', url, undefined, { 'if-none-match': tag })
  t.match(changed, { status: 200, body: { total: 1 } })
  t.not(changed.headers.etag, tag)
  await call('bod', 'DELETE', '/api/sellers/S-1')
  const back = await call('viewer', 'GET', url, undefined, { 'if-none-match': tag })
  t.equal(back.status, 304, 'as it was')
})

t.test('HEAD has the tag of GET', async (t) => {
  for (const url of ['/api/sellers', '/api/users/1', '/api/dashboard/stats']) {
    const { etag = '' } = (await call('bod', 'GET', url)).headers
    t.match(await call('bod', 'HEAD', url), { status: 200, body: '', headers: { etag } }, url)
    t.equal((await call('bod', 'HEAD', url, undefined, { 'if-none-match': etag })).status, 304, url)
  }
})

t.test('who may not read a list is not told that it is the same', async (t) => {
  const url = '/api/warehouses'
  const { etag = '' } = (await call('bod', 'GET', url)).headers
  t.equal((await call(null, 'GET', url, undefined, { 'if-none-match': etag })).status, 401)
})

t.test('CSV and JSON of a list have tags of their own', async (t) => {
  const json = await call('bod', 'GET', '/api/warehouses')
  const csv = await call('bod', 'GET', '/api/warehouses', undefined, { accept: 'text/csv' })
  t.ok(csv.headers.etag)
  t.not(csv.headers.etag, json.headers.etag)
  const headers = { accept: 'text/csv', 'if-none-match': csv.headers.etag as string }
  t.equal((await call('bod', 'GET', '/api/warehouses', undefined, headers)).status, 304)
})

t.test('whether a seller may be shipped for is a 304 until it may not', async (t) => {
  await call('bod', 'POST', '/api/sellers', { seller_code: 'S-0', company_name: 'None' })
  const url = '/api/sos/sellers/S-0/enforcement'
  const { etag = '' } = (await call('bod', 'GET', url)).headers
  const ask = () => call('bod', 'GET', url, undefined, { 'if-none-match': etag })
  t.equal((await ask()).status, 304)
  await call('bod', 'PATCH', '/api/sellers/S-0', { status: 'suspended' })
  t.match(await ask(), { status: 200, body: { is_blocked: true } })
  await call('bod', 'DELETE', '/api/sellers/S-0')
})

t.test('the dashboard answers 304 until a figure changes', async (t) => {
  const url = `/api/dashboard/stats?period=${PERIOD}`
  const { etag = '' } = (await call('viewer', 'GET', url)).headers
  const ask = () => call('viewer', 'GET', url, undefined, { 'if-none-match': `"other", W/${etag}` })
  t.equal((await ask()).status, 304)
  await call('bod', 'POST', '/api/sellers', { seller_code: 'S-2', company_name: 'Two' })
  t.match(await ask(), { status: 200, body: { total_sellers: 1 } })
})

t.test(
  'a record answers 304 until it, or what is shown beside it, changes; a change of it still matches',
  async (t) => {
    const made = await call('bod', 'POST', '/api/sellers/am/create', { name: 'Ada', email: 'a@example.com' })
    const { id: assigned_am_id } = made.body
    await call('bod', 'POST', '/api/sellers', { seller_code: 'S-3', company_name: 'Three', assigned_am_id })
    const url = '/api/sellers/S-3'
    const { etag = '' } = (await call('bod', 'GET', url)).headers
    const ask = (role: 'bod' | 'finance') => call(role, 'GET', url, undefined, { 'if-none-match': etag })
    t.match(await ask('bod'), { status: 304, body: '', headers: { etag } })
    t.equal((await ask('finance')).status, 200, 'who is shown less has another answer')
    await call('bod', 'PATCH', `/api/sellers/am/${assigned_am_id}`, { name: 'Adele' })
    const changed = await ask('bod')
    t.match(changed, { status: 200, body: { am_name: 'Adele' } })
    t.not(changed.headers.etag, etag)
    const change = { company_name: 'Three more' }
    t.equal((await call('bod', 'PATCH', url, change, { 'if-match': etag })).status, 200)
    t.equal((await call('bod', 'PATCH', url, change, { 'if-match': etag })).status, 412)
    t.match(await ask('bod'), { status: 200, body: change })
  },
)

t.test('an If-None-Match header', async (t) => {
  for (const names of ['"a"', 'W/"a"', '"b", "a"', '*', ' * ']) t.equal(isNamed(names, '"a"'), true, names)
  for (const other of [undefined, '', '"b"', 'a', '"']) t.equal(isNamed(other, '"a"'), false, `${other}`)
})
