import { once } from 'node:events'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { buildApp } from '../../../../src/app.ts'
import { readEnv } from '../../../../src/env.ts'
import { StartupError } from '../../../../src/platform/process/startup-error.ts'
import { testSettings } from '../../../setup/app.ts'
import { clientOf } from '../../../setup/client.ts'
import { createTestDatabase } from '../../../setup/database.ts'
import { freePort } from '../../../setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)
const PASSWORD = 'only-this-test-knows'
const owner = await clientOf(t, DATABASE_URL)
const database = new URL(DATABASE_URL).pathname.slice(1)

/** The sentence with which a start fails, which must be a StartupError's. */
async function sentenceOf(settings: Record<string, string>): Promise<string> {
  try {
    const app = await buildApp(readEnv({ ...testSettings, WORKER: 'off', ...settings }))
    await app.close()
    return 'the service has started'
  } catch (error) {
    return error instanceof StartupError ? error.message : `no StartupError: ${error}`
  }
}

/** The URL of the test's database with something else in it. */
const urlWith = (change: Partial<URL>, parameters = '') =>
  `${Object.assign(new URL(DATABASE_URL), change).href}${parameters}`

const closed = await freePort()

for (const [what, url, sentence] of [
  ['a wrong password', urlWith({ password: PASSWORD }), /refused the password of postgres: correct.*%40/],
  ['no password', urlWith({ password: '' }), /asks for a password and DATABASE_URL has none/],
  ['an unknown database', urlWith({ pathname: '/nowhere' }), /There is no database nowhere at .*: create it/],
  ['a closed port', urlWith({ port: String(closed) }), /can't be used \(.*ECONNREFUSED.*server runs/],
  [
    'an unknown host',
    urlWith({ hostname: 'no.invalid' }),
    /at no\.invalid:\d+ can't .*(ENOTFOUND|EAI_AGAIN)/,
  ],
  ['a wish for TLS', urlWith({}, '?sslmode=no-verify'), /can't be encrypted as DATABASE_URL asks.*sslmode/],
] as const)
  t.test(`${what} has a sentence of its own, without the password`, async (t) => {
    const said = await sentenceOf({ DATABASE_URL: url })
    t.match(said, sentence)
    t.notMatch(said, PASSWORD)
  })

t.test('a host that takes connections and says nothing is given up', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const { port } = silent.address() as { port: number }
  const said = await sentenceOf({ DATABASE_URL: urlWith({ port: String(port) }) })
  t.match(said, /can't be used \(Connection terminated.*Check DATABASE_URL and that the server runs/)
})

t.test('a role without rights is told which it needs', async (t) => {
  const role = `role_${database}`
  await owner.query(`create role ${role} login password '${PASSWORD}'`)
  t.teardown(() => owner.query(`drop owned by ${role}; drop role ${role}`))
  const as = (parameters = '', pathname = `/${database}`) =>
    urlWith({ username: role, password: PASSWORD, pathname }, parameters)
  const empty = new URL(await createTestDatabase(t, { empty: true })).pathname
  t.match(await sentenceOf({ DATABASE_URL: as('', empty) }), needed(role, 'schema public'))
  t.match(await sentenceOf({ DATABASE_URL: as('?schema=own') }), needed(role, `database ${database}`))
  await owner.query(`grant create on schema public to ${role}`)
  await owner.query(`revoke all on all tables in schema public from public`)
  t.match(
    await sentenceOf({ DATABASE_URL: as() }),
    /lacks a right \(permission denied for table .*owner grant it/,
  )
})

const needed = (role: string, where: string) =>
  new RegExp(
    `^The role ${role} lacks a right \\(permission denied for ${where}\\).* grant create on ${where} to ${role}`,
  )

t.test('a server that takes no changes is refused, as a standby is', async (t) => {
  const still = await createTestDatabase(t, { empty: true })
  await owner.query(
    `alter database ${new URL(still).pathname.slice(1)} set default_transaction_read_only = on`,
  )
  t.match(await sentenceOf({ DATABASE_URL: still }), /takes no changes, as a standby does: name the primary/)
})

t.test('DATABASE_DIRECT_URL', async (t) => {
  t.test('of another database is refused', async (t) => {
    const other = await createTestDatabase(t)
    const said = await sentenceOf({ DATABASE_URL, DATABASE_DIRECT_URL: other })
    t.match(said, /^DATABASE_DIRECT_URL and DATABASE_URL are two databases/)
  })
  t.test('that can not be reached is named', async (t) => {
    const direct = urlWith({ port: String(closed) })
    t.match(
      await sentenceOf({ DATABASE_URL, DATABASE_DIRECT_URL: direct }),
      /ECONNREFUSED.*Check DATABASE_DIRECT_URL/,
    )
  })
  t.test('is named by the queue, too, which connects by it', async (t) => {
    const role = `direct_${database}`
    await owner.query(`create role ${role} login password '${PASSWORD}'`)
    t.teardown(() => owner.query(`drop owned by ${role}; drop role ${role}`))
    await owner.query(`grant select on _prisma_migrations to ${role}`)
    const said = await sentenceOf({
      DATABASE_URL,
      DATABASE_DIRECT_URL: urlWith({ username: role, password: PASSWORD }),
    })
    t.match(said, /lacks a right \(.*name the owner in DATABASE_DIRECT_URL\.$/)
  })
  t.test('of the same database is used', async (t) => {
    const said = await sentenceOf({ DATABASE_URL, DATABASE_DIRECT_URL: `${DATABASE_URL}?sslmode=disable` })
    t.equal(said, 'the service has started')
  })
})

t.test('two services share a database, each in the schema of its URL', async (t) => {
  const shared = await createTestDatabase(t, { empty: true })
  const settings = { ...testSettings, WORKER: 'off' }
  const start = async (t: Test, parameters: string) => {
    const app = await buildApp(readEnv({ ...settings, DATABASE_URL: `${shared}${parameters}` }))
    t.teardown(() => app.close())
    return app
  }
  const [one, two] = [await start(t, '?schema=one'), await start(t, '?schema=Two')]
  await one.db.prisma.warehouse.create({ data: { code: 'A', name: 'Of one' } })
  await two.db.transaction(async (tx) => {
    await tx.prisma.warehouse.create({ data: { code: 'A', name: 'Of two' } })
    await tx.run`update warehouses set name = name || '!'`
  })
  t.same(await one.db.rows`select name from warehouses`, [{ name: 'Of one' }])
  t.same(await two.db.bulk.rows`select name from warehouses`, [{ name: 'Of two!' }])
  t.equal((await one.jobs.status())?.jobs_waiting, 0, 'each counts the jobs of its own queue')
  t.match(await two.metrics.text(), /sos_queue_jobs\{queue="event-fan-out"/)
  const schemas = await one.db.rows<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^(one|Two|pgboss)' order by 1`,
  )
  t.same(
    schemas.map(({ name }) => name),
    ['Two', 'one', two.db.queueSchema, 'pgboss_one'].sort(),
  )
  t.equal(
    (await one.db.one<{ n: number }>(`select count(*) as n from pg_tables where schemaname = 'public'`)).n,
    0,
  )
})
