import t from 'tap'
import { type Answer, testApp } from '../setup/app.ts'
import { LAST } from '../setup/months.ts'

// A code of digits alone is one like any other. Where it is also the id of another record, the caller says which is meant,
// in every operation of the document that takes both; where only a code is taken, it is the code.

const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
const idBy = async (sql: string) => (await app.db.rows<{ id: number }>(sql))[0]?.id
const make = async (url: string, body: object): Promise<number> => (await done('bod', 'POST', url, body)).id
const seller = (seller_code: string) =>
  done('bod', 'POST', '/api/sellers', { seller_code, company_name: `S ${seller_code}` })

/** Two records, of which `name` is the code of the one and the id of the other, whose code is `other`. */
async function pairOf(other: string, make: (code: string) => Promise<number>) {
  const byId = await make(other)
  const name = String(byId)
  return { name, byCode: await make(name), byId, other }
}
const sellers = await pairOf('S-B', async (code) => (await seller(code)).id)
const campaigns = await pairOf('C-B', (campaign_code) =>
  make('/api/campaigns', {
    ...{ campaign_code, campaign_name: campaign_code, campaign_type: 'mini_campaign' },
    ...{ start_date: '2026-09-01', end_date: '2026-09-05' },
  }),
)
const seller_codes = [sellers.name, 'S-B']
await done('bod', 'POST', '/api/sos/monthly/calculate', { period: LAST, seller_codes })
for (const seller_code of seller_codes)
  await make('/api/surcharges', { seller_code, period: LAST, surcharge_type: 'test', amount: 1 })
const rule = {
  adjustment_rule: { op: 'add', value: 1 },
  exception_type: 'test',
  effective_from: '2026-01-01',
}
const exception = await make(`/api/sellers/${sellers.byCode}/exceptions`, rule)
await make('/api/sellers/S-B/exceptions', rule)

/** Which of the two an answer is about, by what it shows. */
function shown({ body }: Answer): number | undefined {
  const text = JSON.stringify(body)
  for (const { name, byCode, byId, other } of [sellers, campaigns]) {
    if (text.includes(`"${other}"`) || text.includes(` ${other} `)) return byId
    if (text.includes(`"${name}"`) || text.includes(` ${name} `)) return byCode
  }
  return undefined
}

interface Asked {
  pair?: typeof sellers
  body?: (name: string) => object
  /** The statuses of the one by code and of the one by id, where they are not both 200. */
  statuses?: [number, number]
  /** Whom it was about, by a statement or by the answer; default: what the answer shows. */
  about?: string | ((answer: Answer) => number | undefined)
}

const OF_EXCEPTION: Asked = {
  statuses: [200, 404],
  about: (answer) => (answer.status === 200 ? sellers.byCode : shown(answer)),
}
const newest = (table: string) => `select seller_id as id from ${table} order by ${table}.id desc limit 1`

/** How each operation that takes ids and codes is asked. */
const BOTH: Record<string, Asked> = {
  'GET /api/sellers/{id}': {},
  'PATCH /api/sellers/{id}': {
    body: () => ({ company_name: 'changed' }),
    about: `update sellers set company_name = 'as before' where company_name = 'changed' returning id`,
  },
  'DELETE /api/sellers/{id}': { statuses: [409, 409] },
  'GET /api/sellers/{id}/exceptions': {
    about: ({ body }) =>
      body.data.some(({ id }: { id: number }) => id === exception) ? sellers.byCode : sellers.byId,
  },
  'POST /api/sellers/{id}/exceptions': { body: () => rule, about: newest('score_exceptions') },
  'GET /api/sellers/{sellerId}/exceptions/{exId}': OF_EXCEPTION,
  'PATCH /api/sellers/{sellerId}/exceptions/{exId}': { ...OF_EXCEPTION, body: () => ({ reason: 'so' }) },
  'DELETE /api/sellers/{sellerId}/exceptions/{exId}': OF_EXCEPTION,
  'POST /api/users': {
    body: (seller_id) => {
      const username = `seller-${Math.random()}`
      return { username, full_name: 'A seller', email: `${username}@example.com`, role: 'seller', seller_id }
    },
    about: newest('users'),
  },
  'PATCH /api/users/{id}': {
    body: (seller_id) => ({ seller_id }),
    about: `select seller_id as id from users where id = ${user.seller.id}`,
  },
  'GET /api/campaigns/{id}': { pair: campaigns },
  'PATCH /api/campaigns/{id}': {
    pair: campaigns,
    body: () => ({ description: 'changed' }),
    about: `update campaigns set description = null where description = 'changed' returning id`,
  },
  'DELETE /api/campaigns/{id}': {
    pair: campaigns,
    about: `update campaigns set status = 'completed' where status = 'cancelled' returning id`,
  },
  'GET /api/campaigns/{id}/forecasts': { pair: campaigns, about: () => undefined },
  'GET /api/campaigns/{id}/actuals': { pair: campaigns, about: () => undefined },
}

t.test('every operation that takes ids and codes is asked here', async (t) => {
  const { paths } = app.swagger() as { paths: Record<string, Record<string, unknown>> }
  const takesBoth = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      /^\/api\/(sellers|campaigns)\/\{/.test(path) ||
      JSON.stringify(operation).includes('"enum":["code","id"]')
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  )
  t.same(takesBoth.toSorted(), Object.keys(BOTH).toSorted())
})

function ask(operation: string, { body }: Asked, name: string, by?: string) {
  const [method, path] = operation.split(' ') as ['GET', string]
  const url = path
    .replace('{exId}', String(exception))
    .replace('/users/{id}', `/users/${user.seller.id}`)
    .replace(/\{\w+\}/, name)
  return call('bod', method, by ? `${url}?by=${by}` : url, body?.(name))
}

for (const [operation, asked] of Object.entries(BOTH)) {
  const { pair = sellers, statuses = [200, 200], about = shown } = asked
  t.test(`${operation} asks who is meant by digits that are a code and an id`, async (t) => {
    const kind = pair === sellers ? 'seller' : 'campaign'
    t.match(await ask(operation, asked, pair.name), {
      ...{ status: 409, headers: { 'x-error-code': 'ambiguous_name' } },
      body: {
        error: `${pair.name} is the code of ${kind} ${pair.byCode} and the id of ${kind} ${pair.other}: add ?by=code or ?by=id to say which is meant.`,
      },
    })
    for (const [by, expected, is] of [
      ['code', statuses[0], pair.byCode],
      ['id', statuses[1], pair.byId],
    ] as const) {
      const answer = await ask(operation, asked, pair.name, by)
      t.equal(answer.status, expected, `${by}: ${answer.body.error}`)
      t.not(answer.headers['x-error-code'], 'ambiguous_name')
      const found = typeof about === 'string' ? await idBy(about) : about(answer)
      if (found !== undefined) t.equal(found, is, `by ${by}`)
    }
    const zeros = await ask(operation, asked, `00${pair.name}`)
    t.ok(
      zeros.status === 404 || zeros.status === 400 || zeros.body.data?.length === 0,
      'an id has no leading zeros',
    )
  })
}

t.test('a code of digits that is nobody’s id needs no more than that', async (t) => {
  const { id } = await seller('0004711')
  t.match((await call('bod', 'GET', '/api/sellers/0004711')).body, { id })
  t.match((await call('bod', 'GET', `/api/sellers/${id}`)).body, { seller_code: '0004711' })
  t.match((await call('bod', 'GET', '/api/sellers/4711')).status, 404)
  t.match((await call('bod', 'GET', `/api/sellers/${id}?by=code`)).status, 404)
  t.match((await call('bod', 'GET', '/api/sellers/0004711?by=id')).status, 404)
  t.match((await call('bod', 'GET', `/api/sellers/${id}?by=name`)).status, 400)
  t.equal((await seller(String(id + 1))).id, id + 1)
  t.match((await call('bod', 'GET', `/api/sellers/${id + 1}`)).body, { id: id + 1 }, 'both are one record')
})

t.test('where a code is asked for digits are a code, so that nobody is charged for another', async (t) => {
  const id = sellers.byCode
  const about = { seller_code: id, period: LAST }
  const charge = { ...about, surcharge_type: 'payment_block', amount: 1 }
  const appeal = { ...about, component_appealed: 'o_score', appeal_reason_type: 'data_error' }
  for (const [method, path, body] of [
    ['GET', `/api/sos/sellers/${id}/enforcement`],
    ['GET', `/api/sos/sellers/${id}/score?period=${LAST}`],
    ['GET', `/api/sos/sellers/${id}/score/history`],
    ['GET', `/api/sos/sellers/${id}/score/explanation?period=${LAST}`],
    ['GET', `/api/sos/sellers/${id}/score/certificate?period=${LAST}`],
    ['GET', `/api/sos/sellers/${id}/score/projection`],
    ['GET', `/api/sos/sellers/${id}/score/reasons?period=${LAST}`],
    ['GET', `/api/sos/sellers/${id}/score/facts?period=${LAST}&metric=seller_cancel_rate`],
    ['GET', `/api/sos/sellers/${id}/score/sensitivity?period=${LAST}`],
    ['POST', `/api/sos/sellers/${id}/score/what-if`, { period: LAST }],
    ['POST', `/api/sos/sellers/${id}/score/path`, { period: LAST }],
    ['POST', '/api/surcharges', charge],
    ['POST', '/api/appeals', { ...appeal, description: 'something is wrong' }],
  ] as const)
    t.match(await call('bod', method, path, body), {
      status: 404,
      body: { error: `There is no seller ${id}.` },
    })
  t.match(await call('bod', 'POST', '/api/sos/monthly/calculate', { period: LAST, seller_codes: [id] }), {
    status: 400,
    body: { error: `seller_codes: there is no seller ${id}.` },
  })
  t.match((await call('bod', 'GET', `/api/sos/monthly?period=${LAST}&seller_code=${id}`)).body, {
    total: 0,
  })
  const { body } = await call('bod', 'GET', `/api/sos/sellers/${sellers.name}/score?period=${LAST}`)
  t.match(body, { seller_code: sellers.name }, 'and those of a code are the code')
})

t.test('facts are of the seller with the code', async (t) => {
  const order = { order_code: 'O-1', seller_code: sellers.name, ordered_at: `${LAST}-02T00:00:00Z` }
  t.match(await done('bod', 'POST', '/api/sync/orders', { records: [order] }), { created: 1 })
  t.equal(await idBy('select seller_id as id from orders'), sellers.byCode)
  const totals = { period: LAST, seller_code: sellers.name, totals: { records: 1 } }
  await done('bod', 'POST', '/api/sync/orders/control-totals', totals)
  t.equal(await idBy('select seller_id as id from sync_control_totals'), sellers.byCode)
  await done('bod', 'POST', '/api/appeals', {
    ...{ seller_code: sellers.name, period: LAST, component_appealed: 'o_score', submitted_by_am_id: 1 },
    ...{ appeal_reason_type: 'data_error', description: 'something is wrong' },
  })
  for (const list of ['surcharges', 'appeals'])
    t.match((await call('bod', 'GET', `/api/${list}?seller_code=${sellers.name}`)).body.data[0], {
      seller_code: sellers.name,
    })
})

t.test('a seller_id of facts that is a code and an id is refused, and never guessed', async (t) => {
  const send = async (fields: object) =>
    (await done('bod', 'POST', '/api/sync/orders', {
      records: [{ order_code: 'O-2', ordered_at: `${LAST}-02T00:00:00Z`, ...fields }],
    })) as { errors: { error: string }[]; created: number }
  const both = `seller_id ${sellers.name} is the code of seller ${sellers.byCode} and the id of seller S-B: send seller_code`
  for (const seller_id of [sellers.name, Number(sellers.name)])
    t.match(await send({ seller_id }), { created: 0, errors: [{ error: both }] })
  t.match(
    await send({ seller_id: sellers.name, seller_code: 'S-B' }),
    { created: 1 },
    'the code beside it decides',
  )
  t.equal(await idBy(`select seller_id as id from orders where order_code = 'O-2'`), sellers.byId)
  t.match(
    await send({ seller_id: sellers.byCode, order_code: 'O-3' }),
    { created: 1 },
    'an id that is no code',
  )
  t.match(await send({ seller_id: '0004711', order_code: 'O-4' }), { created: 1 }, 'a code that is no id')
  const forecast = { period: LAST, forecast_orders: 1, submitted_at: `${LAST}-01T00:00:00Z` }
  const records = [{ ...forecast, seller_code: 'S-B', campaign_id: campaigns.name }]
  const { errors } = await done('bod', 'POST', '/api/sync/forecasts', { records })
  t.match(errors, [
    { error: /^campaign_id \d+ is the code of campaign \d+ and the id of campaign C-B: send campaign_code$/ },
  ])
})

t.test('whoever makes such a code is told', async (t) => {
  const { id, warnings } = await seller(String(sellers.byCode))
  t.same(warnings, [
    `${sellers.byCode} is the code of seller ${id} and the id of seller ${sellers.name}: who asks by this name must add ?by=code or ?by=id, and facts go by the code.`,
  ])
  t.notOk((await seller(String(id + 2))).warnings, 'ahead of it')
  const { warnings: later } = await seller('S-LATER')
  t.match(later, [new RegExp(`^${id + 2} is the code of seller ${id + 1} and the id of seller S-LATER: `)])
  t.match(await done('bod', 'PATCH', '/api/sellers/S-LATER', { seller_code: `${sellers.name}0` }), {
    success: true,
  })
})

t.test('who sees one of the two learns nothing of the other', async (t) => {
  const { name, byCode, byId } = sellers
  const portfolio = async (ids: number[], seller: number | null) => {
    await app.db.pool.query('update sellers set assigned_am_id = case when id = any($1) then $2::int end', [
      ids,
      user.am.am_id,
    ])
    await app.db.pool.query('update users set seller_id = $1 where id = $2', [seller, user.seller.id])
    app.identities.forget()
  }
  const asked = (role: 'am' | 'seller') => call(role, 'GET', `/api/sellers/${name}`)
  for (const one of [byCode, byId]) {
    await portfolio([one], one)
    t.equal(shown(await asked('am')), one)
    t.equal((await asked('seller')).headers['x-error-code'], 'role_not_allowed')
  }
  await portfolio([], null)
  for (const role of ['am', 'seller'] as const)
    t.equal((await asked(role)).status, 403, 'who sees none is forbidden')
  await portfolio([byCode, byId], null)
  t.equal((await asked('am')).headers['x-error-code'], 'ambiguous_name')
})
