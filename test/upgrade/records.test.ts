import t from 'tap'
import { readMigrations } from '../../src/platform/database/migrate/migrations.ts'
import { testApp } from '../setup/app.ts'
import { asBefore, connected, explanationsIn, oldDatabase } from './old-release.ts'

const old = await oldDatabase(t)
const rowsBefore = await rowsOf(old.DATABASE_URL)
const auditBefore = await auditRows()
const explanationsBefore = await explanationsIn(old.DATABASE_URL)
const { app, call } = await testApp(t, { ...old.settings, WORKER: 'off' })

t.test('a database of release 0.1.0 gets every migration since', async (t) => {
  const migrations = await readMigrations(new URL('../../prisma/migrations/', import.meta.url))
  const applied = await app.db.rows<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null order by migration_name',
  )
  t.same(
    applied.map(({ migration_name }) => migration_name),
    migrations.map(({ name }) => name),
  )
})

t.test('no table loses a row', async (t) => {
  const rowsNow = await rowsOf(old.DATABASE_URL)
  t.ok(Object.keys(rowsBefore).length > 35)
  for (const [table, count] of Object.entries(rowsBefore))
    t.ok((rowsNow[table] ?? 0) >= count, `${table} had ${count} rows and has ${rowsNow[table]}`)
})

t.test('the facts of the last eight months are counted by day', async (t) => {
  const since = `(date_trunc('month', now()) - interval '8 months')::date`
  const stored = await app.db.rows(`
    select 'orders' as feed, (ordered_at at time zone 'UTC')::date as day, count(*) as facts
    from orders where ordered_at >= ${since} group by 2
    union all
    select 'payments', greatest(due_on, paid_on), count(*)
    from invoices where greatest(due_on, paid_on) >= ${since} group by 2
    order by feed, day`)
  const counted = await app.db.rows(`
    select feed, fact_date as day, created as facts from sync_feed_days where feed in ('orders', 'payments') order by feed, day`)
  t.same(counted, stored)
})

t.test('every question is answered as the old release answered it', async (t) => {
  t.ok(old.answers.length > 100)
  for (const { as, path, answer } of old.answers) {
    const { status, body } = await call(as, 'GET', path)
    t.equal(status, 200, path)
    t.strictSame(asBefore(withoutMade(path, shorter(body, answer)), answer), answer, `${path} as ${as}`)
  }
})

/** Lists that the contract does not page answer up to 500 rows now, where nobody asks for fewer. */
const shorter = (body: OldList, answer: unknown) =>
  body.limit === 500 && (answer as OldList).limit === 20 ? { ...body, limit: 20 } : body

/**
 * Accounts that lacked an employee or an e-mail address have got one since, U-<id> and user-<id>@invalid: the old
 * release did not know these.
 */
function withoutMade(path: string, body: OldList) {
  if (path.startsWith('/api/sync/status'))
    return { ...body, data: body.data.filter(({ feed }) => feed === undefined || FEEDS_THEN.includes(feed)) }
  const made = ({ employee_code }: OldPerson) => employee_code?.startsWith('U-')
  const address = ({ id, email }: OldPerson) => (email === `user-${id}@invalid` ? null : email)
  if (path.startsWith('/api/users'))
    return {
      ...body,
      data: body.data.map((user) => ({
        ...user,
        email: address(user),
        ...(made(user) && { employee_id: null, employee_code: null }),
      })),
    }
  if (!path.startsWith('/api/employees')) return body
  const data = body.data.filter((employee) => !made(employee))
  return { ...body, data, total: body.total - (body.data.length - data.length) }
}

/** The feeds of 0.1.0. */
const FEEDS_THEN = [
  'orders',
  'forecasts',
  'campaign-actuals',
  'tickets',
  'payments',
  'inventory',
  'revenue',
  'sellers',
]

interface OldPerson {
  feed?: string
  id: number
  email: string | null
  employee_code: string | null
}
interface OldList {
  limit?: number
  data: OldPerson[]
  total: number
}

t.test('the explanations of all scores are the same bytes', async (t) => {
  t.ok(Object.keys(explanationsBefore).length > 15)
  t.strictSame(await explanationsIn(old.DATABASE_URL), explanationsBefore)
})

t.test('the audit log shows every change that was made', async (t) => {
  t.ok(auditBefore.length > 50)
  const { body } = await call('bod', 'GET', '/api/audit?limit=500')
  t.strictSame(asBefore(body.data, auditBefore), auditBefore)
})

/** How many rows each table of the service holds. */
async function rowsOf(database: string): Promise<Record<string, number>> {
  return connected(database, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select count(*)::int as count from "${name}"`)
      counts[name] = rows[0].count
    }
    return counts
  })
}

/** The audit log as the old release wrote it, the newest first. */
async function auditRows() {
  const { rows } = await connected(old.DATABASE_URL, (client) =>
    client.query(
      `select id::int, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, user_id, action,
              entity, entity_id, before, after, request_id
       from audit_log order by audit_log.at desc, id desc`,
    ),
  )
  return rows
}
