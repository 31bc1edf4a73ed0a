import { readFile } from 'node:fs/promises'
import pg from 'pg'
import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { fillMonths } from '../bench/fill-month.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { createTestDatabase } from '../setup/database.ts'

interface Statement {
  text: string
  values: unknown[]
}

type Query = (config: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Runs `work` and answers every statement that the connections of this process were given meanwhile, each text once. */
async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const found = new Map<string, Statement>()
  const client = pg.Client.prototype as unknown as { query: Query }
  const query = client.query
  client.query = function (config, values, ...rest) {
    const asked = typeof config === 'string' ? { text: config, values } : (config as Partial<Statement>)
    const { text = '', values: given = values } = asked
    found.set(text, { text, values: Array.isArray(given) ? [...given] : [] })
    return query.call(this, config, values, ...rest)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return [...found.values()]
}

/** A node of a plan, as EXPLAIN (VERBOSE, FORMAT JSON) has it. */
interface Node {
  'Node Type': string
  'Parent Relationship'?: string
  'Subplan Name'?: string
  'CTE Name'?: string
  'Relation Name'?: string
  Alias?: string
  Plans?: Node[]
}

/** Two sides that both read distributed tables, and whether what is compared is of one seller on both. */
interface Join {
  left: string[]
  right: string[]
  isBySeller: boolean
}

const CONDITIONS = ['Hash Cond', 'Merge Cond', 'Join Filter', 'Index Cond', 'Recheck Cond', 'Filter']

/**
 * All joins of a plan whose two sides both read tables of `distributed`. A subquery that is asked for each row of its
 * parent is a join with what the parent reads; one that is asked once is none.
 */
function joinsOf(plan: Node, distributed: string[]): Join[] {
  const ctes = new Map<string, Node>()
  for (const node of nodesOf(plan)) {
    const name = node['Subplan Name']
    if (name?.startsWith('CTE ')) ctes.set(name.slice('CTE '.length), node)
  }

  function tablesOf(side: Node, seen = new Set<string>()): string[] {
    return nodesOf(side).flatMap((node) => {
      const table = node['Relation Name']
      if (table) return distributed.includes(table) ? [table] : []
      const cte = node['CTE Name']
      const source = cte !== undefined && !seen.has(cte) ? ctes.get(cte) : undefined
      return cte !== undefined && source ? tablesOf(source, seen.add(cte)) : []
    })
  }

  const pairs = nodesOf(plan).flatMap((node) => {
    const { Plans = [] } = node
    const subplans = Plans.filter((child) => child['Parent Relationship'] === 'SubPlan')
    const inputs = Plans.filter(
      (child) => !['SubPlan', 'InitPlan'].includes(`${child['Parent Relationship']}`),
    )
    const own = { ...node, Plans: inputs }
    return [
      ...(inputs.length === 2 ? [{ node, left: inputs[0] as Node, right: inputs[1] as Node }] : []),
      ...subplans.map((right) => ({ node, left: own, right })),
    ]
  })
  return pairs
    .filter(({ node }) => !['Append', 'MergeAppend', 'ModifyTable'].includes(node['Node Type']))
    .map(({ node, left, right }) => ({
      left: tablesOf(left),
      right: tablesOf(right),
      isBySeller: comparesSellers([node, ...nodesOf(right)], aliasesOf(left), aliasesOf(right)),
    }))
    .filter(({ left, right }) => left.length > 0 && right.length > 0)
}

const COMPARED = /\(*(\w+)\.(?:seller_id|id) = \(?(\w+)\.(?:seller_id|id)\b/g
const HASHED = /ANY \(\(?\w+\.seller_id = \(hashed SubPlan/

/** Whether a condition compares the sellers of one side with those of the other. */
function comparesSellers(nodes: Node[], left: Set<string>, right: Set<string>): boolean {
  return nodes.some((node) =>
    CONDITIONS.some((name) => {
      const condition = (node as unknown as Record<string, string | undefined>)[name] ?? ''
      if (HASHED.test(condition)) return true
      return [...condition.matchAll(COMPARED)].some(
        ([text, one = '', other = '']) =>
          text.includes('seller_id') &&
          ((left.has(one) && right.has(other)) || (left.has(other) && right.has(one))),
      )
    }),
  )
}

const aliasesOf = (side: Node) => new Set(nodesOf(side).flatMap(({ Alias }) => Alias ?? []))

/** A node and all below it. */
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The tables of the facts that scores are made of. */
const SCORED = ['orders', 'forecasts', 'campaign_actuals', 'tickets', 'invoices', 'inventory_snapshots']
const PERIOD = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const SELLERS = 20

const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
/** Where deploy/citus.sql and docs/scale.md put each table: spread by seller, whole on every node, on the coordinator. */
const spread = await readFile('deploy/citus.sql', 'utf8')
const named = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name]) => name as string)
const distributed = named(/create_distributed_table\('(\w+)', 'seller_id'/g, spread)
const reference = named(/create_reference_table\('(\w+)'\)/g, spread)
const [, stays = ''] =
  (await readFile('docs/scale.md', 'utf8')).match(
    /\n## Tables that stay on the coordinator\n([\s\S]*?)\n## /,
  ) ?? []
const local = named(/^\| (`.*?) \|/gm, stays).flatMap((names) => named(/`(\w+)`/g, names))
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
  for (const name of [
    ...SCORED,
    'revenues',
    'monthly_scores',
    'score_explanations',
    'score_revisions',
    'run_aggregates',
  ])
    t.ok(distributed.includes(name), name)
  const elsewhere = keyed.filter(({ name }) => !distributed.includes(name))
  for (const { name } of elsewhere) t.ok(local.includes(name), `${name} says why it stays`)
  t.ok(keyed.length - elsewhere.length >= SCORED.length)
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
  await client.query(spread)
  t.same(await triggers(), before, 'what remembers the history of sellers is there again')
  t.equal(before.length, 4)
  const kept = await client.query(
    `insert into scoring_runs (period, basis) values ('2026-01', 'of before') returning basis`,
  )
  t.equal(kept.rows[0].basis, null, 'a run is no basis of another one')
  const { rowCount } = await client.query('select from citus_tables_made')
  t.equal(rowCount, distributed.length + reference.length)
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
  t.ok(joins > 0, `${statements.length} statements`)
  for (const table of SCORED) t.ok(touched.has(table), `${table} was read`)
  t.ok(touched.has('monthly_scores'), 'scores were written')
})
