import t from 'tap'
import { PERIOD, scoredMonth } from '../appeals/scored-month.ts'
import { makeAccount, PASSWORD } from '../auth/accounts.ts'
import { type Answer, testApp } from '../setup/app.ts'

/** Two processes' worth of the service on one database, each asked over its own sockets in turn. */
const first = await scoredMonth(t)
const second = await testApp(t, { WORKER: 'on', DATABASE_URL: first.DATABASE_URL })
const { app, user, done, submit, reviewed, events, calculate } = first
const origins = [
  await app.listen({ host: '127.0.0.1', port: 0 }),
  await second.app.listen({ host: '127.0.0.1', port: 0 }),
]

interface Asked {
  role?: keyof typeof user
  method?: string
  path: string
  body?: object
  headers?: Record<string, string>
}

/** All requests at once, every other one to the other process; their answers in the same order. */
const atOnce = (asked: Asked[]) =>
  Promise.all(
    asked.map(async ({ role = 'bod', method = 'POST', path, body, headers = {} }, n) => {
      const response = await fetch(`${origins[n % 2]}${path}`, {
        method,
        body: body && JSON.stringify(body),
        headers: { 'x-user-id': String(user[role].id), 'content-type': 'application/json', ...headers },
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    }),
  )

const times = <Item>(count: number, item: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n))
const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length]),
  )

t.test('of fifty requests with one Idempotency-Key one is done, and all are told the same', async (t) => {
  const blocksBefore = (await events('seller.order_blocked')).length
  const answers = await atOnce(
    times(50, () => ({
      path: '/api/surcharges',
      body: { seller_code: 'S-2', period: PERIOD, surcharge_type: 'payment_block', amount: 1 },
      headers: { 'idempotency-key': 'fifty' },
    })),
  )
  t.same(tally(answers), { 200: 50 })
  t.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  t.equal((await events('seller.order_blocked')).length - blocksBefore, 1)
  const made = await done('bod', 'GET', '/api/surcharges?seller_code=S-2')
  t.equal(made.total, 1)
})

t.test('of fifty pushes with one Idempotency-Key one is done', async (t) => {
  const order = { order_code: 'fifty', seller_code: 'S-2', ordered_at: '2020-01-01T00:00:00Z' }
  const answers = await atOnce(
    times(50, () => ({
      path: '/api/sync/orders',
      body: { records: [order] },
      headers: { 'idempotency-key': 'fifty pushes' },
    })),
  )
  t.same(tally(answers), { 200: 50 })
  t.ok(answers.every(({ body }) => body.created === 1))
  t.match(await app.db.rows(`select created from sync_feed_periods where period = '2020-01'`), [
    { created: 1 },
  ])
})

t.test('pushes that overlap in opposite order all end, and count each record once', async (t) => {
  const records = times(2_000, (n) => ({
    order_code: `overlap-${n}`,
    seller_code: n % 2 ? 'S-1' : 'S-2',
    ordered_at: '2020-02-01T00:00:00Z',
  }))
  const parts = [records, records.toReversed(), records.slice(0, 1_500).toReversed(), records.slice(500)]
  const answers = await atOnce(parts.map((part) => ({ path: '/api/sync/orders', body: { records: part } })))
  t.same(tally(answers), { 200: 4 })
  t.equal(
    answers.reduce((sum, { body }) => sum + body.created, 0),
    2_000,
  )
  t.match(await app.db.rows(`select created from sync_feed_periods where period = '2020-02'`), [
    { created: 2_000 },
  ])
})

t.test('of two reviews of one appeal at once one counts, and of two decisions', async (t) => {
  const review = (id: number, step: string, role: keyof typeof user) => ({
    role,
    method: 'PATCH',
    path: `/api/appeals/${id}/review-${step}`,
    body: { decision: 'approve' },
  })
  const pending = await submit({ component_appealed: 'f_score' })
  const reviews = await atOnce([review(pending, 'ops', 'ops_head'), review(pending, 'ops', 'admin')])
  t.same(tally(reviews), { 200: 1, 409: 1 })
  const decided = await reviewed({ component_appealed: 'p_score' })
  const decisions = await atOnce([review(decided, 'am', 'am_head'), review(decided, 'am', 'bod')])
  t.same(tally(decisions), { 200: 1, 409: 1 })
  t.equal((await events('appeal.decided')).length, 1)
})

t.test('a finalize and a calculate at once leave each score whole', async (t) => {
  const path = (what: string) => `/api/sos/monthly/${what}`
  const body = { period: PERIOD }
  const answers = await atOnce([
    { path: path('calculate'), body },
    { path: path('finalize'), body },
    { path: path('finalize'), body },
    { path: path('calculate'), body },
  ])
  const [one, two, three, four] = answers.map(({ status }) => status)
  t.same([one, four], [200, 200], 'calculate')
  for (const status of [two, three]) t.ok(status === 200 || status === 409, `finalize: ${status}`)
  await done('bod', 'POST', path('finalize'), body)
  const finalized = await events('seller.score_finalized')
  t.same(finalized.map(({ data }) => data.seller_code).sort(), ['S-1', 'S-2'])
  const { data } = await done('bod', 'GET', `/api/sos/monthly?period=${PERIOD}`)
  for (const { seller_code, total_sos, status } of data) {
    const told = finalized.find((event) => event.data.seller_code === seller_code)
    t.same([status, total_sos], ['final', told?.data.total_sos], seller_code)
  }
  t.match(await calculate(), { sellers_scored: 0, sellers_final: 2 })
})

t.test('of many finalizes of one score at once one tells of it', async (t) => {
  await done('bod', 'POST', '/api/sellers', { seller_code: 'S-7', company_name: 'Seventh' })
  await calculate()
  const { data } = await done('bod', 'GET', `/api/sos/monthly?period=${PERIOD}&seller_code=S-7`)
  const finalize = { method: 'PATCH', path: `/api/sos/monthly/${data[0].id}/finalize`, body: {} }
  t.same(tally(await atOnce(times(20, () => finalize))), { 200: 20 })
  const told = (await events('seller.score_finalized')).filter((event) => event.data.seller_code === 'S-7')
  t.equal(told.length, 1)
  t.equal((await first.audited('monthly_score', data[0].id)).length, 1)
})

t.test('of thirty refreshes of one token one gets through', async (t) => {
  await makeAccount(first, 'nadia')
  const login = { email: 'nadia@example.com', password: PASSWORD }
  const { session } = await done(null, 'POST', '/api/auth/idp-login', login)
  const answers = await atOnce(
    times(30, () => ({ path: '/api/auth/refresh', body: { refresh_token: session.refresh_token } })),
  )
  t.same(tally(answers), { 200: 1, 401: 29 })
})
