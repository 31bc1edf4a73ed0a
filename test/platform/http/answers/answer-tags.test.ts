import t from 'tap'
import { entityTag, isNamed } from '../../../../src/platform/http/answers/answer-tags.ts'
import { namesVersion } from '../../../../src/platform/http/requests/change.ts'
import { testApp } from '../../../setup/app.ts'

const { call } = await testApp(t)

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
  await call('bod', 'POST', '/api/sellers', { seller_code: 'S-0', company_name: 'None' })
  const enforcement = '/api/sos/sellers/S-0/enforcement'
  for (const url of ['/api/sellers', '/api/users/1', '/api/dashboard/stats', enforcement]) {
    const { etag = '' } = (await call('bod', 'GET', url)).headers
    t.match(await call('bod', 'HEAD', url), { status: 200, body: '', headers: { etag } }, url)
    for (const method of ['GET', 'HEAD'] as const) {
      const names = { 'if-none-match': `"other", W/${etag}` }
      t.equal((await call('bod', method, url, undefined, names)).status, 304, `${method} ${url}`)
    }
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

t.test('an If-Match header names the version, or any version, or not', async (t) => {
  t.equal(entityTag(3), '"3"')
  for (const names of ['*', ' * ', '"3"', '"1", "3"', '"1","3"', 'W/"3", "3"', '"1,2" ,"3"'])
    t.equal(namesVersion(names, 3), true, names)
  for (const names of ['"3-1"', '"3-a-_b"', '"2", "3-2"']) t.equal(namesVersion(names, 3), true, names)
  for (const other of [
    '"2"',
    '"33"',
    '3',
    'W/"3"',
    'w/"3"',
    '"3"x',
    '',
    '"1", "2"',
    '"1", W/"3"',
    '"*"',
    '"',
  ])
    t.equal(namesVersion(other, 3), false, other)
  for (const other of ['"2-3"', '"33-3"', 'W/"3-3"', '"-3"']) t.equal(namesVersion(other, 3), false, other)
})
