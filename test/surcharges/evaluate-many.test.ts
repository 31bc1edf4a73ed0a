import t from 'tap'
import { testApp } from '../setup/app.ts'

const period = '2025-08'
const SELLERS = 1_100
const DUE = 2 * SELLERS
const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'on' })

/** Makes sellers that every month's rules charge twice: wild forecasts, and an invoice long past due. */
async function makeSellers(codes: string[]) {
  const records = <T extends object>(fields: T) => codes.map((seller_code) => ({ seller_code, ...fields }))
  for (const [feed, rows] of [
    ['sellers', records({ company_name: 'Acme', contract_start_date: '2020-01-01' })],
    ['forecasts', records({ period, forecast_orders: 90, submitted_at: '2025-07-01T12:00:00Z' })],
    ['orders', records({ order_code: 'O-1', ordered_at: '2025-08-10T12:00:00Z' })],
    [
      'payments',
      records({ invoice_code: 'I-1', amount: 100, issued_on: '2025-01-01', due_on: '2025-03-01' }),
    ],
  ] as const) {
    const { status, body } = await call('bod', 'POST', `/api/sync/${feed}`, { records: rows })
    if (status !== 200 || body.rejected > 0) throw new Error(JSON.stringify(body))
  }
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
}

const evaluate = (body: object = { period }, by = call) =>
  by('finance', 'POST', '/api/surcharges/evaluate', body)

const kept = async () =>
  await app.db.row(
    `select (select count(*) from surcharges) as surcharges,
            (select count(*) from audit_log where action = 'surcharge.created') as audited,
            (select count(*) from events where type = 'seller.surcharge_created') as published,
            (select count(*) from events where type = 'seller.order_blocked') as blocked`,
  )

t.test('a month that has grown is not read once for each of its sellers', async (t) => {
  // Requests one after the other take the same connection: PostgreSQL would keep its plan of the small month there.
  const other = await testApp(t, { DATABASE_URL, DATABASE_POOL_SIZE: '3' })
  await makeSellers(['S-0'])
  await app.db.rows('vacuum analyze')
  for (let time = 0; time < 8; time++)
    t.match((await evaluate({ period, dry_run: true }, other.call)).body, { created: 2 })

  await makeSellers(Array.from({ length: SELLERS - 1 }, (_, n) => `S-${n + 1}`))
  const rowsRead = async () => {
    await other.app.db.rows('select pg_stat_force_next_flush()')
    const { count } = (await other.app.db.row<{ count: number }>(
      `select sum(seq_tup_read) as count from pg_stat_user_tables
       where relname in ('monthly_scores', 'score_explanations', 'sellers')`,
    )) as { count: number }
    return count
  }
  const before = await rowsRead()
  t.match((await evaluate({ period, dry_run: true }, other.call)).body, { created: DUE })
  const read = (await rowsRead()) - before
  t.ok(read < 20 * SELLERS, `${read} rows read by scans`)
})

t.test('an evaluation that fails halfway leaves nothing behind', async (t) => {
  const last = await app.db.row<{ id: number }>('select max(id) as id from sellers')
  await app.db.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$;
    create trigger fail before insert on surcharges
      for each row when (new.seller_id = ${last?.id}) execute function fail()`)
  t.equal((await evaluate()).status, 500)
  t.same(await kept(), { surcharges: 0, audited: 0, published: 0, blocked: 0 })
  await app.db.pool.query('drop trigger fail on surcharges')
})

t.test('evaluations of many at once create, audit and publish each surcharge once', async (t) => {
  const answers = await Promise.all([evaluate(), evaluate(), evaluate()])
  for (const { status, body } of answers) t.same([status, body.created + body.existing], [200, DUE])
  const created = answers.reduce((sum, { body }) => sum + body.created, 0)
  t.equal(created, DUE)
  t.same(await kept(), { surcharges: DUE, audited: DUE, published: DUE, blocked: SELLERS })
  const orders = await app.db.rows(
    `select distinct published from (
       select string_agg(sequence || ' ' || type, ', ' order by id) as published from events where seller_id is not null group by seller_id
     ) sellers`,
  )
  t.same(orders, [
    { published: '1 seller.surcharge_created, 2 seller.surcharge_created, 3 seller.order_blocked' },
  ])
})

t.test('a repeat creates nothing, and waits for nobody who works on a seller', async (t) => {
  const client = await app.db.pool.connect()
  await client.query(`begin; select from sellers for update`)
  t.match((await evaluate()).body, { created: 0, existing: DUE })
  await client.query('rollback')
  client.release()
  t.match(await kept(), { surcharges: DUE })
})
