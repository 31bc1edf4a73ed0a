import t from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { GOOD, order } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const { app, call, push, rows, user, DATABASE_URL } = await syncApp(t)

const EARLY = '2026-10-10T08:00:00Z'
const NOON = '2026-10-10T12:00:00Z'
const LATE = '2026-10-10T20:00:00Z'

/** For each feed the field that says which push a stored record is of. */
const VERSIONS = {
  orders: ['orders', 'units'],
  forecasts: ['forecasts', 'forecast_orders'],
  'campaign-actuals': ['campaign_actuals', 'actual_orders'],
  tickets: ['tickets', 'category'],
  payments: ['invoices', 'amount'],
  inventory: ['inventory_snapshots', 'quantity'],
  revenue: ['revenues', 'amount'],
  sellers: [`sellers where seller_code = 'S-9'`, 'company_name'],
} as const

for (const [feed, [table, field]] of Object.entries(VERSIONS)) {
  const good = GOOD[feed as keyof typeof VERSIONS]
  const version = (n: number) => (['category', 'company_name'].includes(field) ? `version ${n}` : n)
  const record = (n: number, observed_at?: string | null) => ({ ...good, [field]: version(n), observed_at })

  t.test(`${feed}: an older push never overwrites a newer one`, async (t) => {
    const steps: [number, string | null | undefined, object, number, string | null][] = [
      [1, NOON, { created: 1 }, 1, NOON],
      [2, EARLY, { unchanged: 1 }, 1, NOON],
      [1, LATE, { unchanged: 1, updated: 0 }, 1, LATE],
      [3, NOON, { unchanged: 1 }, 1, LATE],
      [4, undefined, { updated: 1 }, 4, LATE],
      [5, NOON, { unchanged: 1 }, 4, LATE],
      [6, LATE, { updated: 1 }, 6, LATE],
      [7, null, { updated: 1 }, 7, LATE],
    ]
    for (const [n, observed_at, counts, stored, seen] of steps) {
      t.match(
        (await push(feed, [record(n, observed_at)])).body,
        counts,
        `version ${n} observed ${observed_at}`,
      )
      const [row] = await rows(`select ${field} as it, observed_at from ${table}`)
      t.same(row, { it: version(stored), observed_at: seen && new Date(seen).toISOString() })
    }
  })

  t.test(`${feed}: within one push the one observed last wins, else the last`, async (t) => {
    const stored = async () => (await rows(`select ${field} as it from ${table}`))[0]?.it
    t.match((await push(feed, [record(1, EARLY), record(2, LATE), record(3, NOON)])).body, {
      created: 1,
      repeated: 2,
    })
    t.equal(await stored(), version(2))
    t.match((await push(feed, [record(4, LATE), record(5), record(6, LATE)])).body, {
      updated: 1,
      repeated: 2,
    })
    t.equal(await stored(), version(6))
    t.match((await push(feed, [record(7, LATE), record(8)])).body, { updated: 1, repeated: 1 })
    t.equal(await stored(), version(8))
  })
}

for (const { name: feed, table, key } of FEEDS) {
  const good: Record<string, unknown> = GOOD[feed as Exclude<keyof typeof GOOD, 'sellers'>]
  const taken = { ...Object.fromEntries(key.map((field) => [field, good[field]])), deleted: true }
  const isStored = async () => (await rows(`select * from ${table}`)).length === 1

  t.test(`${feed}: a record is taken back by its key, once, and audited with what it was`, async (t) => {
    await push(feed, [good])
    const [before] = await rows(`select to_jsonb(f) - '{was_on,was_last}'::text[] as row from ${table} f`)
    t.match((await push(feed, [taken])).body, {
      ...{ received: 1, deleted: 1, unchanged: 0, updated: 0, errors: [] },
    })
    t.notOk(await isStored())
    t.match(await rows(`select * from audit_log where action = 'sync.${feed}.deleted'`), [
      { entity: 'feed', entity_id: feed, user_id: user.system.id, before: before?.row },
    ])
    t.match((await push(feed, [taken])).body, { deleted: 0, unchanged: 1 })
    t.match((await push(feed, [good])).body, { created: 1 })
    const status = (await call('viewer', 'GET', '/api/sync/status')).body.data
    const own = status.find((one: { feed: string }) => one.feed === feed)
    t.match(own, { created: 2, deleted: 1, unchanged: 1, periods: [{ period: '2026-10', created: 1 }] })
  })

  t.test(`${feed}: neither an older deletion nor an older record wins`, async (t) => {
    const steps: [object, object, boolean][] = [
      [{ ...good, observed_at: NOON }, { created: 1 }, true],
      [{ ...taken, observed_at: EARLY }, { unchanged: 1 }, true],
      [{ ...taken, observed_at: LATE }, { deleted: 1 }, false],
      [{ ...good, observed_at: NOON }, { unchanged: 1, created: 0 }, false],
      [{ ...good, observed_at: LATE }, { created: 1 }, true],
      [taken, { deleted: 1 }, false],
      [{ ...good, observed_at: NOON }, { unchanged: 1 }, false],
      [good, { created: 1 }, true],
    ]
    for (const [record, counts, stored] of steps) {
      t.match((await push(feed, [record])).body, counts, JSON.stringify(record))
      t.equal(await isStored(), stored)
    }
  })

  t.test(`${feed}: a deletion that comes before its record keeps an older one away`, async (t) => {
    t.match((await push(feed, [{ ...taken, observed_at: NOON }])).body, { unchanged: 1 })
    t.match((await push(feed, [{ ...good, observed_at: EARLY }])).body, { unchanged: 1 })
    t.match((await push(feed, [{ ...good, observed_at: LATE }])).body, { created: 1 })
  })

  t.test(`${feed}: in one push the last of a key wins, or the one observed last`, async (t) => {
    t.match((await push(feed, [good, taken])).body, { created: 0, deleted: 0, unchanged: 1, repeated: 1 })
    t.match((await push(feed, [taken, good])).body, { created: 1, deleted: 0, repeated: 1 })
    t.match((await push(feed, [good, taken])).body, { deleted: 1, unchanged: 0, repeated: 1 })
    const pair = [
      { ...taken, observed_at: LATE },
      { ...good, observed_at: NOON },
    ]
    await push(feed, [good])
    t.match((await push(feed, pair)).body, { deleted: 1, unchanged: 0, repeated: 1 })
    t.notOk(await isStored())
  })
}

t.test('only the named record goes', async (t) => {
  await push('orders', [order('O-1'), order('O-2'), order('O-1', { seller_code: 'S-2' })])
  await push('forecasts', [GOOD.forecasts, { ...GOOD.forecasts, campaign_code: null }])
  const alone = { orderId: 'O-1', sellerId: 1, deleted: 'true' }
  t.match((await call('system', 'POST', '/api/sync/orders', alone)).body, { deleted: 1 }, 'not in a list')
  t.same(await rows('select seller_id, order_code from orders order by 1'), [
    { seller_id: 1, order_code: 'O-2' },
    { seller_id: 2, order_code: 'O-1' },
  ])
  const month = { seller_code: 'S-1', period: '2026-10', deleted: 1 }
  t.match((await push('forecasts', [month])).body, { deleted: 1 })
  t.same(await rows('select campaign_id from forecasts'), [{ campaign_id: 2 }])
})

t.test('a deletion needs the key and something that exists; false is no deletion', async (t) => {
  const errorOf = async (record: object) => (await push('orders', [record])).body.errors[0]?.error
  t.equal(
    await errorOf({ order_code: 'O-1', seller_code: 'S-404', deleted: true }),
    'seller_code "S-404" names no seller',
  )
  t.equal(
    await errorOf({ ...GOOD.orders, deleted: 'perhaps' }),
    'deleted must be true or false; also yes, no, y, n, t, f, 1, 0',
  )
  t.match((await push('orders', [{ ...GOOD.orders, deleted: false }])).body, { created: 1 })
  const broken = { ...GOOD.orders, units: 'broken', warehouse_id: 404, deleted: true }
  t.match((await push('orders', [broken])).body, { deleted: 1 })
})

t.test('a seller goes when nothing else is known of it', async (t) => {
  await push('sellers', [GOOD.sellers])
  await push('orders', [GOOD.orders])
  const taken = ['S-9', 'S-1', 'S-404'].map((seller_code) => ({ seller_code, deleted: true }))
  const { body } = await push('sellers', taken)
  t.match(body, { deleted: 1, rejected: 1, unchanged: 1, errors: [{ index: 1, key: 'S-1' }] })
  t.match(body.errors[0].error, /push status terminated instead/)
  t.same(await rows('select seller_code from sellers order by 1'), [
    { seller_code: 'S-1' },
    { seller_code: 'S-2' },
  ])
  t.match(await rows(`select * from audit_log where action = 'seller.deleted'`), [
    { entity: 'seller', before: { seller_code: 'S-9', company_name: 'Ninth' } },
  ])
  const again = [
    { seller_code: 'S-2', deleted: true },
    { seller_code: 'S-2', company_name: 'Kept' },
  ]
  t.match((await push('sellers', again)).body, { updated: 1, deleted: 0 })
  t.match((await push('sellers', again.toReversed())).body, { deleted: 1 })
})

t.test('a seller with an account or exceptions stays, as DELETE keeps one with an account', async (t) => {
  const sellers = ['S-8', 'S-9'].map((seller_code) => ({ seller_code, company_name: 'New' }))
  await push('sellers', sellers)
  const [account, excepted] = await rows(
    `select id from sellers where seller_code in ('S-8', 'S-9') order by id`,
  )
  const fields = { username: 'own', full_name: 'Own', email: 'own@example.com', role: 'seller' }
  t.equal((await call('bod', 'POST', '/api/users', { ...fields, seller_id: account?.id })).status, 200)
  const rule = {
    ...{
      exception_type: 'manual_adjustment',
      adjustment_rule: { op: 'exclude' },
      effective_from: '2026-01-01',
    },
  }
  t.equal((await call('bod', 'POST', `/api/sellers/${excepted?.id}/exceptions`, rule)).status, 200)
  const gone = sellers.map(({ seller_code }) => ({ seller_code, deleted: true }))
  t.match((await push('sellers', gone)).body, { deleted: 0, rejected: 2 })
  await rows(`delete from users where username = 'own'`)
})

t.test('no seller goes while a scoring run may write its score', async (t) => {
  await push('sellers', [{ seller_code: 'S-9', company_name: 'Ninth' }])
  await rows(`insert into scoring_runs (period, open_period) values ('2026-10', '2026-10')`)
  const { body } = await push('sellers', [{ seller_code: 'S-9', deleted: true }])
  t.match(body, { deleted: 0, rejected: 1 })
  t.match(body.errors[0].error, /a scoring run is under way; push this again when it has finished/)
  await rows('delete from scoring_runs')
  t.match((await push('sellers', [{ seller_code: 'S-9', deleted: true }])).body, { deleted: 1 })
})

t.test('a deletion of a seller that is outdated waits for nobody who writes facts', async (t) => {
  await push('sellers', [{ seller_code: 'S-9', company_name: 'Ninth', observed_at: NOON }])
  await app.db.transaction(async (tx) => {
    await tx.run`lock table orders in row exclusive mode`
    const old = { seller_code: 'S-9', deleted: true, observed_at: EARLY }
    t.match(await push('sellers', [old]), { status: 200, body: { unchanged: 1 } })
  })
})

t.test('nothing that is kept beside a seller outlives it', async (t) => {
  await push('sellers', [{ seller_code: 'S-9', company_name: 'Ninth', status: 'suspended' }])
  const [seller] = await rows(`select id from sellers where seller_code = 'S-9'`)
  await push('orders', [order('O-1', { seller_code: 'S-9', observed_at: NOON })])
  const taken = { seller_code: 'S-9', order_code: 'O-1', deleted: true, observed_at: LATE }
  t.match((await push('orders', [taken])).body, { deleted: 1 })
  t.match((await push('sellers', [{ seller_code: 'S-9', deleted: true }])).body, { deleted: 1 })
  for (const table of ['enforcement_changes', 'fact_deletions', 'seller_assignments'])
    t.same(await rows(`select * from ${table} where seller_id = ${seller?.id}`), [], table)
})

const other = await testApp(t, { DATABASE_URL })

for (const [title, known, isFirst] of [
  ['a known fact', [{ ...GOOD.orders, observed_at: EARLY }], true],
  ['a fact that nobody knew', [], true],
  ['a fact that is being stored', [], false],
] as const)
  t.test(`${title} that is taken back stays away from an older record that is pushed at once`, async (t) => {
    const taken = { seller_code: 'S-1', order_code: 'O-1', deleted: true, observed_at: NOON }
    const pushes = [[taken], [{ ...GOOD.orders, units: 9, observed_at: '2026-10-10T10:00:00Z' }]]
    await push('orders', [...known, { ...GOOD.orders, order_code: 'O-2' }])
    const holder = await clientOf(t, app.db.connectionString)
    await holder.query(`begin; select from sync_feeds where feed = 'orders' for update`)
    const [first, second] = isFirst ? pushes : pushes.toReversed()
    const answers = [push('orders', first as object[])]
    await eventually(async () => (await waiters(app.db)) === 1) // it has written, and waits to be counted
    answers.push(other.call('system', 'POST', '/api/sync/orders', { records: second }))
    await eventually(async () => (await waiters(app.db)) === 2)
    await holder.query('rollback')
    for (const { status } of await Promise.all(answers)) t.equal(status, 200)
    t.same(await rows('select order_code from orders'), [{ order_code: 'O-2' }])
  })

t.test('pushes that take nothing back do not wait for each other', async (t) => {
  const holder = await clientOf(t, app.db.connectionString)
  await push('orders', [GOOD.orders])
  await holder.query(`begin; select from sync_feeds where feed = 'orders' for update`)
  const answers = ['O-2', 'O-3'].map((order_code) => push('orders', [order(order_code)]))
  await eventually(async () => (await waiters(app.db, 'insert into sync_feeds')) === 2)
  await holder.query('rollback')
  for (const { status } of await Promise.all(answers)) t.equal(status, 200)
})
