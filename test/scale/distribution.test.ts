import { readFile } from 'node:fs/promises'
import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { fillMonths } from '../bench/fill-month.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { createTestDatabase } from '../setup/database.ts'
import { joinsOf, type Node } from './joins.ts'
import { readLayout } from './layout.ts'
import { type Statement, statementsDuring } from './statements.ts'

const PERIOD = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const SELLERS = 20

const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
const { distributed, reference, local, statements } = await readLayout()
const { rows } = app.db

t.test('docs/scale.md and deploy/citus.sql put every table of the schema in one place', async (t) => {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by 1`,
  )
  const placed = [...distributed, ...reference, ...local]
  t.same(
    placed.filter((name, at) => placed.indexOf(name) !== at),
    [],
    'tables that are named twice',
  )
  t.same(placed.toSorted(), tables.map(({ name }) => name).toSorted())
})

t.test('tables of facts, metrics and scores are spread by seller', async (t) => {
  const keyed = await rows<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisprimary and c.relnamespace = current_schema()::regnamespace and a.attname = 'seller_id'`,
  )
  const FACTS = [
    'orders',
    'forecasts',
    'campaign_actuals',
    'tickets',
    'invoices',
    'inventory_snapshots',
    'revenues',
  ]
  for (const name of [...FACTS, 'monthly_scores', 'score_explanations', 'score_revisions', 'run_aggregates'])
    t.ok(distributed.includes(name), name)
  const elsewhere = keyed.filter(({ name }) => !distributed.includes(name))
  for (const { name } of elsewhere) t.ok(local.includes(name), `${name} says why it stays`)
  t.ok(keyed.length - elsewhere.length >= FACTS.length)
})

t.test('each of them has the seller in all of its unique keys, and in every row', async (t) => {
  const wrong = await rows(
    `select c.relname, i.indexrelid::regclass::text as key from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace and i.indisunique
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)
                       and a.attname = 'seller_id')
     union all
     select c.relname, 'seller_id may be null' from pg_class c left join pg_attribute a
       on a.attrelid = c.oid and a.attname = 'seller_id' and a.attnotnull
     where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace and a.attname is null`,
    [distributed],
  )
  t.same(wrong, [])
})

t.test('foreign keys lead to tables of their node only', async (t) => {
  const keys = await rows<{ source: string; target: string; by: string[] }>(
    `select s.relname as source, r.relname as target,
            (select array_agg(a.attname::text) from pg_attribute a
             where a.attrelid = s.oid and a.attnum = any(f.conkey)) as by
     from pg_constraint f join pg_class s on s.oid = f.conrelid join pg_class r on r.oid = f.confrelid
     where f.contype = 'f' and s.relnamespace = current_schema()::regnamespace`,
  )
  t.ok(keys.length >= 10)
  const mayLead = ({ source, target, by }: (typeof keys)[number]) => {
    if (reference.includes(target)) return true
    if (distributed.includes(source)) return distributed.includes(target) && by.includes('seller_id')
    return local.includes(source) && local.includes(target)
  }
  t.same(
    keys.filter((key) => !mayLead(key)),
    [],
  )
})

t.test('its statements run, on functions that refuse what those of Citus refuse', async (t) => {
  const client = await clientOf(t, await createTestDatabase(t))
  await client.query(await readFile(new URL('as-citus.sql', import.meta.url), 'utf8'))
  const triggers = async () => {
    const { rows } = await client.query(
      `select pg_get_triggerdef(oid) as is from pg_trigger
       where not tgisinternal and tgrelid = 'sellers'::regclass
         and tgfoid::regproc::text in ('remember_assignment', 'remember_status') order by 1`,
    )
    return rows
  }
  const before = await triggers()
  await t.rejects(client.query(`select create_reference_table('sellers')`), { message: /has triggers/ })
  await t.rejects(client.query(`select create_distributed_table('events', 'seller_id')`), {
    message: /events_pkey has no seller_id/,
  })
  await t.rejects(client.query(`select create_reference_table('employees')`), {
    message: /employees refers to warehouses/,
  })
  await client.query(statements)
  t.same(await triggers(), before, 'what remembers the history of sellers is there again')
  t.equal(before.length, 4)
  const kept = await client.query(
    `insert into scoring_runs (period, basis) values ('2026-01', 'of before') returning basis`,
  )
  t.equal(kept.rows[0].basis, null, 'a run is no basis of another one')
  const { rows: spread } = await client.query('select name::text, is_reference from citus_tables_made')
  t.equal(spread.length, distributed.length + reference.length)
})

t.test('no statement of a run joins across sellers', async (t) => {
  const client = await clientOf(t, { connectionString: DATABASE_URL, options: '-c timezone=UTC' })
  await fillMonths(client, PERIOD, { sellers: SELLERS, ordersEach: 5 })
  await client.query(
    `insert into campaigns (campaign_code, campaign_name, campaign_type, start_date, end_date, status)
     values ('C-1', 'Sale', 'flash_sale', '${PERIOD}-05', '${PERIOD}-09', 'completed')`,
  )
  await client.query(
    `insert into forecasts (seller_id, period, campaign_id, forecast_orders, submitted_at)
     select id, '${PERIOD}', 1, 10, '${PERIOD}-01' from sellers;
     insert into campaign_actuals (seller_id, campaign_id, actual_orders) select id, 1, 9 from sellers;
     insert into revenues (seller_id, period, amount) select id, '${PERIOD}', 1000 from sellers;
     analyze`,
  )

  const explain = async ({ text, values }: Statement) => {
    const explained = await client.query(`explain (verbose, format json) ${text}`, values)
    return (explained.rows[0] as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan
  }
  const calculate = () => call('bod', 'POST', '/api/sos/monthly/calculate', { period: PERIOD })
  const run = async () => t.match(await calculate(), { status: 200, body: { sellers_scored: SELLERS } })
  const statements = await statementsDuring(async () => {
    await run()
    await run() // with scores of before
  })
  const touched = new Set<string>()
  let joins = 0
  for (const statement of statements) {
    if (!/^\s*(select|with|insert|update|delete|create temporary)\b/i.test(statement.text)) continue
    if (/\bpgboss/.test(statement.text)) continue
    const made = /^create temporary table (\w+)/.exec(statement.text)
    if (made) await client.query(`drop table if exists ${made[1]}`)
    const plan = await explain(statement)
    if (made) await client.query(statement.text, statement.values) // others read it
    for (const table of distributed) if (JSON.stringify(plan).includes(`"${table}"`)) touched.add(table)
    for (const join of joinsOf(plan, distributed)) {
      joins += 1
      if (!join.isBySeller) t.fail('a join across sellers', { ...join, text: statement.text.slice(0, 2_000) })
    }
  }
  t.comment(`${statements.length} statements, ${joins} joins of distributed tables`)
  for (const table of [
    'orders',
    'forecasts',
    'campaign_actuals',
    'tickets',
    'invoices',
    'inventory_snapshots',
  ])
    t.ok(touched.has(table), `${table} was read`)
  t.ok(touched.has('monthly_scores'), 'scores were written')

  await t.test('such a join is found', async (t) => {
    const verdicts = async (text: string) =>
      joinsOf(await explain({ text, values: [] }), distributed).map(({ isBySeller }) => isBySeller)
    const good = [
      'select from orders o join tickets t using (seller_id)',
      'select from orders o join sellers s on s.id = o.seller_id join tickets t on t.seller_id = s.id',
      'with o as materialized (select * from orders) select from o full join tickets t on t.seller_id = o.seller_id',
      'select from orders o where exists (select from tickets t where t.seller_id = o.seller_id offset 1)',
      'select (select count(*) from tickets t where t.seller_id = o.seller_id) from orders o',
    ]
    for (const text of good) t.ok((await verdicts(text)).every(Boolean), text)
    for (const text of good) t.ok((await verdicts(text)).length > 0, text)
    const bad = [
      'select from orders o join tickets t on t.ticket_code = o.order_code',
      'select from orders o, tickets t where o.seller_id = any(array[1, 2]) and t.seller_id = any(array[1, 2])',
      'select from (orders o join tickets t using (seller_id)) join invoices i on i.invoice_code = o.order_code',
      'with o as materialized (select * from orders) select from o join tickets t on t.opened_at = o.ordered_at',
      'select from orders o where exists (select from tickets t where t.opened_at > o.ordered_at)',
      'select (select count(*) from tickets t where t.opened_at > o.ordered_at) from orders o',
    ]
    for (const text of bad) t.notOk((await verdicts(text)).every(Boolean), text)
  })
})
