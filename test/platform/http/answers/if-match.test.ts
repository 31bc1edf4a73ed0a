import t from 'tap'
import type { Role } from '../../../../src/platform/access/roles.ts'
import { PERIOD, scoredMonth } from '../../../appeals/scored-month.ts'
import { someOf } from '../../../setup/form.ts'

const { app, call, done, score, submit, user } = await scoredMonth(t)
const made = async (url: string, body: object) => (await done('bod', 'POST', url, body)).id
const text = (n: number) => `Name ${n}`

const seller = await made('/api/sellers', { seller_code: 'S-9', company_name: 'Ninth' })
const exception = await made('/api/sellers/S-9/exceptions', {
  exception_type: 'system_outage',
  adjustment_rule: { op: 'add', value: 1 },
  effective_from: '2026-01-01',
})
await made('/api/campaigns', {
  campaign_code: 'C-9',
  campaign_name: 'Ninth',
  campaign_type: 'mini_campaign',
  start_date: '2099-01-01',
  end_date: '2099-01-02',
})
const surcharge = await made('/api/surcharges', {
  seller_code: 'S-1',
  period: PERIOD,
  surcharge_type: 'planning_overload',
  amount: 1,
})
// Of no event that happens here: a delivery that fails changes the subscription, and so its tag.
const webhook = await made('/api/webhooks', {
  url: 'http://127.0.0.1:9999/',
  events: ['scoring.run_completed'],
})
const warehouse = await made('/api/warehouses', { code: 'WH-9', name: 'Ninth' })
const employee = await made('/api/employees', { employee_code: 'E-9', full_name: 'Ninth' })
const mapping = await made('/api/sync/mappings', {
  name: 'ninth',
  feed: 'orders',
  fields: { order_code: 'id', seller_code: 'shop', ordered_at: 'at' },
})
const draft = await made('/api/config/drafts', {
  name: 'Ninth',
  changes: [{ type: 'surcharge', op: 'remove', identity: 'payment_block' }],
})

const tier = (await done('bod', 'GET', '/api/config/tiers')).data[0].id

/** Each single resource, and a change of it that differs from one request to the next. */
const RESOURCES: [url: string, method: 'PATCH' | 'PUT', change: (n: number) => object][] = [
  ['/api/sellers/S-9', 'PATCH', (n) => ({ company_name: text(n) })],
  [`/api/sellers/${seller}`, 'PATCH', (n) => ({ company_name: text(n) })],
  [`/api/sellers/S-9/exceptions/${exception}`, 'PATCH', (n) => ({ reason: text(n) })],
  [`/api/sellers/am/${user.am.am_id}`, 'PATCH', (n) => ({ name: text(n) })],
  ['/api/campaigns/C-9', 'PATCH', (n) => ({ campaign_name: text(n) })],
  [`/api/surcharges/${surcharge}`, 'PATCH', (n) => ({ status_reason: text(n) })],
  [`/api/webhooks/${webhook}`, 'PATCH', (n) => ({ description: text(n) })],
  [`/api/warehouses/${warehouse}`, 'PATCH', (n) => ({ name: text(n) })],
  [`/api/employees/${employee}`, 'PATCH', (n) => ({ full_name: text(n) })],
  [`/api/users/${user.viewer.id}`, 'PATCH', (n) => ({ full_name: text(n) })],
  [`/api/sync/mappings/${mapping}`, 'PUT', (n) => ({ description: text(n) })],
  ['/api/sync/mappings/ninth', 'PUT', (n) => ({ description: text(n) })],
  [`/api/config/tiers/${tier}`, 'PUT', (n) => ({ benefits: text(n) })],
  [`/api/config/drafts/${draft}`, 'PUT', (n) => ({ name: text(n) })],
]
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8]
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const ONE_OF_EIGHT = [200, ...Array(7).fill(412)]

for (const [url, method, changed] of RESOURCES)
  t.test(`${method} ${url.replaceAll(/\d+/g, ':id')} honours If-Match, and GET If-None-Match`, async (t) => {
    const unless = (tag: string) => call('bod', 'GET', url, undefined, { 'if-none-match': tag })
    const tag = async () => (await call('bod', 'GET', url)).headers.etag as string
    const change = (n: number, ifMatch: string) =>
      call('bod', method, url, changed(n), { 'if-match': ifMatch })
    const first = await tag()
    t.match(first, /^"\d+-[\w-]{22}"$/)
    t.equal(await tag(), first, 'reading changes nothing')
    t.match(await unless(first), { status: 304, body: '', headers: { etag: first } })
    for (const other of ['"0"', `W/${first}`, '', first.slice(1, -1)])
      t.match(
        await change(1, other),
        {
          status: 412,
          headers: { 'x-error-code': 'stale_version' },
          body: { error: /: look at it again\.$/ },
        },
        other,
      )
    t.equal(await tag(), first)
    t.same(statuses(await Promise.all(EIGHT.map((n) => change(n, first)))), ONE_OF_EIGHT)
    const second = await tag()
    t.not(second, first)
    t.match(await unless(first), { status: 200, headers: { etag: second } })
    const saidTo = async (role: Role) =>
      (await call(role, method, url, changed(19), { 'if-match': first })).body.error
    const said = (who: string) =>
      `It is not the version that you read; the last entry of its audit log is by ${who}: look at it again.`
    t.equal(await saidTo('bod'), said('you'))
    t.equal(await saidTo('admin'), said('Test bod'))
    t.equal((await change(20, `${first}, ${second}`)).status, 200)
    t.equal((await change(21, '*')).status, 200)
    t.equal((await call('bod', method, url, changed(22))).status, 200)
  })

const entries = async () => (await app.db.one<{ n: number }>('select count(*) as n from audit_log')).n

for (const [url, method, changed] of someOf(RESOURCES, 5))
  t.test(
    `${method} ${url.replaceAll(/\d+/g, ':id')} of what is there already makes no version`,
    async (t) => {
      const read = async () => {
        const { body, headers } = await call('bod', 'GET', url)
        return { body, tag: headers.etag }
      }
      t.equal((await call('bod', method, url, changed(30))).status, 200)
      const before = { ...(await read()), entries: await entries() }
      for (const same of [before.body, changed(30), {}]) {
        t.match(await call('bod', method, url, same), { status: 200, body: { success: true } })
        t.same({ ...(await read()), entries: await entries() }, before, JSON.stringify(same))
      }
      t.equal((await call('bod', method, url, changed(31))).status, 200)
      t.not((await read()).tag, before.tag)
      t.equal(await entries(), before.entries + 1)
    },
  )

t.test('a tag is refused before it is seen that nothing would change', async (t) => {
  const same = { description: text(22) }
  t.equal((await call('bod', 'PATCH', `/api/webhooks/${webhook}`, same, { 'if-match': '"0"' })).status, 412)
})

t.test('states move from the version that was seen', async (t) => {
  const { id } = await score('S-2')
  const url = `/api/sos/monthly/${id}`
  const seen = await call('bod', 'GET', url)
  t.match(seen.body, { id, seller_code: 'S-2', period: PERIOD, status: 'draft' })
  const move = (to: string, n: number, tag: string | undefined) =>
    call('bod', 'PATCH', `${url}/${to}`, { notes: text(n) }, { 'if-match': String(tag) })
  t.same(statuses(await Promise.all(EIGHT.map((n) => move('review', n, seen.headers.etag)))), ONE_OF_EIGHT)
  t.equal((await move('finalize', 9, seen.headers.etag)).status, 412)
  const { headers } = await call('bod', 'GET', url)
  t.same(statuses(await Promise.all(EIGHT.map((n) => move('finalize', n, headers.etag)))), ONE_OF_EIGHT)
  t.match((await call('bod', 'GET', url)).body, { status: 'final' })
})

t.test('an appeal is reviewed, decided and withdrawn in the version that was seen', async (t) => {
  const id = await submit()
  const url = `/api/appeals/${id}`
  const tag = async () => ({ 'if-match': (await call('bod', 'GET', url)).headers.etag as string })
  const before = await tag()
  const review = { decision: 'approve' }
  const reviews = EIGHT.map(() => call('bod', 'PATCH', `${url}/review-ops`, review, before))
  t.same(statuses(await Promise.all(reviews)), ONE_OF_EIGHT)
  t.equal((await call('bod', 'PATCH', `${url}/review-am`, review, before)).status, 412)
  t.equal((await call('bod', 'POST', `${url}/withdraw`, undefined, before)).status, 412)
  t.equal((await call('bod', 'PATCH', `${url}/review-am`, review, await tag())).status, 200)
})

t.test('what is deleted is the version that was seen', async (t) => {
  for (const url of [
    `/api/sellers/S-9/exceptions/${exception}`,
    '/api/campaigns/C-9',
    `/api/webhooks/${webhook}`,
    `/api/sync/mappings/${mapping}`,
  ]) {
    t.equal((await call('bod', 'DELETE', url, undefined, { 'if-match': '"0"' })).status, 412, url)
    const { etag } = (await call('bod', 'GET', url)).headers
    t.equal((await call('bod', 'DELETE', url, undefined, { 'if-match': String(etag) })).status, 200, url)
  }
})

t.test('what is out of sight or nowhere has no tag', async (t) => {
  for (const [role, url, status] of [
    ['bod', '/api/users/999999', 404],
    ['bod', '/api/employees/999999', 404],
    ['bod', '/api/warehouses/999999', 404],
    ['bod', '/api/sellers/am/999999', 404],
    ['bod', '/api/sellers/S-9/exceptions/999999', 404],
    ['bod', '/api/sos/monthly/999999', 404],
    ['am', `/api/sos/monthly/${(await score('S-2')).id}`, 403],
    ['warehouse', `/api/users/${user.viewer.id}`, 403],
  ] as const) {
    const answer = await call(role, 'GET', url)
    t.same([answer.status, answer.headers.etag], [status, undefined], url)
  }
})

t.test('a 412 names nobody who is erased, and nobody where no change is known', async (t) => {
  const url = `/api/warehouses/${warehouse}`
  const said = async () => (await call('bod', 'PATCH', url, { name: 'X' }, { 'if-match': '"0"' })).body.error
  const nobody = 'It is not the version that you read: look at it again.'
  await done('admin', 'PATCH', url, { name: 'By admin' })
  t.match(await said(), /by Test admin: look/)
  await app.db.run`update users set erased_at = now() where id = ${user.admin.id}`
  t.equal(await said(), nobody)
  const { id } = await app.db.one<{ id: number }>`
    insert into warehouses (code, name) values ('WH-10', 'Of no entry') returning id`
  const refused = await call('bod', 'PATCH', `/api/warehouses/${id}`, { name: 'X' }, { 'if-match': '"0"' })
  t.match(refused, { status: 412, body: { error: nobody } })
})
