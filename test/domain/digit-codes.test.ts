import t from 'tap'
import { type Answer, testApp } from '../setup/app.ts'
import { LAST } from '../setup/months.ts'
import { namingOperations } from './naming-operations.ts'
import { type Pair, twoCampaigns, twoSellers } from './pairs.ts'

// A code of digits alone is one like any other. Where it is also the id of another record, the caller says which is meant,
// in every operation of the document that takes both; where only a code is taken, it is the code.

const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
const row = async (sql: string, values: unknown[] = []) =>
  (await app.db.rows<Record<string, unknown>>(sql, values))[0] ?? {}

const sellers = await twoSellers(done, 'S')
const campaigns = await twoCampaigns(done)
const seller_codes = [sellers.name, 'S-B']
await done('bod', 'POST', '/api/sos/monthly/calculate', { period: LAST, seller_codes })
for (const seller_code of seller_codes)
  await done('bod', 'POST', '/api/surcharges', {
    seller_code,
    period: LAST,
    surcharge_type: 'test',
    amount: 1,
  })
const rule = {
  adjustment_rule: { op: 'add', value: 1 },
  exception_type: 'test',
  effective_from: '2026-01-01',
}
const exception = (await done('bod', 'POST', `/api/sellers/${sellers.byCode}/exceptions`, rule)).id as number
await done('bod', 'POST', '/api/sellers/S-B/exceptions', rule)

/** Which of the two an answer is about, by what it shows. */
function shown({ body }: Answer): number | undefined {
  const text = JSON.stringify(body)
  const codes = [sellers, campaigns].map(({ codes, ...pair }) => ({ ...pair, codes }))
  for (const { byCode, byId, codes: code } of codes) {
    if (text.includes(`"${code.byId}"`) || text.includes(` ${code.byId} `)) return byId
    if (text.includes(`"${code.byCode}"`) || text.includes(` ${code.byCode} `)) return byCode
  }
  return undefined
}
const newest = (table: string) => async () =>
  (await row(`select seller_id from ${table} order by id desc limit 1`)).seller_id as number

interface Asked {
  pair?: Pair
  body?: (name: string) => object
  /** The statuses of the one by code and of the one by id, where they are not both 200. */
  statuses?: [number, number]
  /** Whom it was about; default: what the answer shows. */
  about?: (answer: Answer) => Promise<number | undefined>
}

const OF_EXCEPTION: Asked = {
  statuses: [200, 404],
  about: async ({ status, body }) => (status === 200 ? sellers.byCode : shown({ status, body, headers: {} })),
}
const change = (n: number) => ({ company_name: `changed ${n}` })

/** How each operation that takes ids and codes is asked. */
const BOTH: Record<string, Asked> = {
  'GET /api/sellers/{id}': {},
  'PATCH /api/sellers/{id}': {
    body: () => change(1),
    about: async () =>
      (
        await row(
          `update sellers set company_name = 'as before' where company_name = 'changed 1' returning id`,
        )
      ).id as number,
  },
  'DELETE /api/sellers/{id}': { statuses: [409, 409] },
  'GET /api/sellers/{id}/exceptions': {
    about: async ({ body }) =>
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
    about: async () =>
      (await row('select seller_id from users where id = $1', [user.seller.id])).seller_id as number,
  },
  'GET /api/campaigns/{id}': { pair: campaigns },
  'PATCH /api/campaigns/{id}': {
    pair: campaigns,
    body: () => ({ description: 'changed' }),
    about: async () =>
      (await row(`update campaigns set description = null where description = 'changed' returning id`))
        .id as number,
  },
  'DELETE /api/campaigns/{id}': {
    pair: campaigns,
    about: async () =>
      (await row(`update campaigns set status = 'completed' where status = 'cancelled' returning id`))
        .id as number,
  },
  'GET /api/campaigns/{id}/forecasts': { pair: campaigns, about: async () => undefined },
  'GET /api/campaigns/{id}/actuals': { pair: campaigns, about: async () => undefined },
}

/** Those that take codes alone. */
const CODES_ALONE = [
  /^POST \/api\/sync\/[\w-]+(\/control-totals)?$/,
  /^(POST|PUT) \/api\/config\/drafts/,
  /^POST \/api\/backtests\/\{id\}\/propose$/,
  /^(GET|POST) \/api\/sos\//,
  /^(GET|POST) \/api\/(appeals|audit|revenue|surcharges)$/,
  /^PATCH \/api\/surcharges\/\{id\}$/,
  /^(POST|PATCH) \/api\/webhooks/,
]
/** Those that say what a code is. */
const GIVE_CODES = ['POST /api/sellers', 'POST /api/campaigns']

t.test(
  'every operation that is given a seller or a campaign is asked here, and takes ?by= if it takes ids',
  async (t) => {
    const found = namingOperations(app)
    const taking = found.filter(({ by }) => by).map(({ operation }) => operation)
    t.same(taking.toSorted(), Object.keys(BOTH).toSorted())
    const others = found.filter(({ operation, by }) => !by && !GIVE_CODES.includes(operation))
    t.same(
      others.filter(({ operation }) => !CODES_ALONE.some((one) => one.test(operation))),
      [],
    )
  },
)

function ask(operation: string, { body }: Asked, name: string, by?: string) {
  const [method, path] = operation.split(' ') as ['GET', string]
  const url = path
    .replace('{exId}', String(exception))
    .replace('/users/{id}', `/users/${user.seller.id}`)
    .replace(/\{\w+\}/, name)
  return call('bod', method, by ? `${url}?by=${by}` : url, body?.(name))
}

for (const [operation, asked] of Object.entries(BOTH)) {
  const { pair = sellers, statuses = [200, 200], about = async (answer: Answer) => shown(answer) } = asked
  t.test(`${operation} asks who is meant by digits that are a code and an id`, async (t) => {
    const kind = pair === sellers ? 'seller' : 'campaign'
    const { status, body, headers } = await ask(operation, asked, pair.name)
    t.match({ status, code: headers['x-error-code'] }, { status: 409, code: 'ambiguous_name' }, body.error)
    t.equal(
      body.error,
      `${pair.name} is the code of ${kind} ${pair.byCode} and the id of ${kind} ${pair.codes.byId}: add ?by=code or ?by=id to say which is meant.`,
    )
    for (const [by, expected, is] of [
      ['code', statuses[0], pair.byCode],
      ['id', statuses[1], pair.byId],
    ] as const) {
      const answer = await ask(operation, asked, pair.name, by)
      t.equal(answer.status, expected, `${by}: ${answer.body.error}`)
      t.not(answer.headers['x-error-code'], 'ambiguous_name')
      const found = await about(answer)
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
  const { id } = await done('bod', 'POST', '/api/sellers', {
    seller_code: '0004711',
    company_name: 'Of an ERP',
  })
  t.match((await call('bod', 'GET', '/api/sellers/0004711')).body, { id })
  t.match((await call('bod', 'GET', `/api/sellers/${id}`)).body, { seller_code: '0004711' })
  t.match((await call('bod', 'GET', '/api/sellers/4711')).status, 404)
  t.match((await call('bod', 'GET', `/api/sellers/${id}?by=code`)).status, 404)
  t.match((await call('bod', 'GET', '/api/sellers/0004711?by=id')).status, 404)
  t.match((await call('bod', 'GET', `/api/sellers/${id}?by=name`)).status, 400)
  const same = await done('bod', 'POST', '/api/sellers', {
    seller_code: String(id + 1),
    company_name: 'Of itself',
  })
  t.equal(same.id, id + 1)
  t.match((await call('bod', 'GET', `/api/sellers/${id + 1}`)).body, { id: id + 1 }, 'both are one record')
  t.match((await call('bod', 'GET', `/api/sos/enforcement?seller_codes=${id + 1}`)).status, 200)
})

t.test(
  'where a code is asked for digits are nothing else, so nobody is charged or shipped for another',
  async (t) => {
    const id = sellers.byCode
    const charge = { seller_code: id, period: LAST, surcharge_type: 'payment_block', amount: 1 }
    const appeal = { seller_code: id, period: LAST, component_appealed: 'o_score' }
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
      [
        'POST',
        '/api/appeals',
        { ...appeal, appeal_reason_type: 'data_error', description: 'something is wrong' },
      ],
    ] as const)
      t.match(await call('bod', method, path, body), {
        status: 404,
        body: { error: `There is no seller ${id}.` },
      })
    t.match(await call('bod', 'POST', '/api/sos/monthly/calculate', { period: LAST, seller_codes: [id] }), {
      status: 400,
      body: { error: `seller_codes: there is no seller ${id}.` },
    })
    t.match((await call('bod', 'GET', `/api/sos/enforcement?seller_codes=${id}`)).body.data, [])
    t.match((await call('bod', 'GET', `/api/sos/monthly?period=${LAST}&seller_code=${id}`)).body, {
      total: 0,
    })
    const { body } = await call('bod', 'GET', `/api/sos/sellers/${sellers.name}/score?period=${LAST}`)
    t.match(body, { seller_code: sellers.name }, 'and those of a code are the code')
  },
)

t.test('facts are of the seller with the code', async (t) => {
  const order = { order_code: 'O-1', seller_code: sellers.name, ordered_at: `${LAST}-02T00:00:00Z` }
  t.match(await done('bod', 'POST', '/api/sync/orders', { records: [order] }), { created: 1 })
  t.match(await row('select seller_id from orders'), { seller_id: sellers.byCode })
  const totals = { period: LAST, seller_code: sellers.name, totals: { records: 1 } }
  await done('bod', 'POST', '/api/sync/orders/control-totals', totals)
  t.match(await row('select seller_id from sync_control_totals'), { seller_id: sellers.byCode })
  const appeal = { seller_code: sellers.name, period: LAST, component_appealed: 'o_score' }
  const reason = {
    appeal_reason_type: 'data_error',
    description: 'something is wrong',
    submitted_by_am_id: 1,
  }
  await done('bod', 'POST', '/api/appeals', { ...appeal, ...reason })
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
  t.match(await row(`select seller_id from orders where order_code = 'O-2'`), { seller_id: sellers.byId })
  t.match(
    await send({ seller_id: sellers.byCode, order_code: 'O-3' }),
    { created: 1 },
    'an id that is no code',
  )
  t.match(await send({ seller_id: '0004711', order_code: 'O-4' }), { created: 1 }, 'a code that is no id')
  const forecast = {
    seller_code: 'S-B',
    period: LAST,
    forecast_orders: 1,
    submitted_at: `${LAST}-01T00:00:00Z`,
  }
  t.match(
    await done('bod', 'POST', '/api/sync/forecasts', {
      records: [{ ...forecast, campaign_id: campaigns.name }],
    }),
    {
      errors: [
        {
          error:
            /^campaign_id \d+ is the code of campaign \d+ and the id of campaign C-B: send campaign_code$/,
        },
      ],
    },
  )
})

t.test('whoever makes such a code is told', async (t) => {
  const { id, warnings } = await done('bod', 'POST', '/api/sellers', {
    seller_code: String(sellers.byCode),
    company_name: 'Third',
  })
  t.same(warnings, [
    `${sellers.byCode} is the code of seller ${id} and the id of seller ${sellers.name}: who asks by this name must add ?by=code or ?by=id, and facts go by the code.`,
  ])
  const ahead = await done('bod', 'POST', '/api/sellers', {
    seller_code: String(id + 2),
    company_name: 'Ahead',
  })
  t.notOk(ahead.warnings)
  const { warnings: later } = await done('bod', 'POST', '/api/sellers', {
    seller_code: 'S-LATER',
    company_name: 'Later',
  })
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
