import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { ownServer } from '../faults/own-server.ts'
import { blockOf, paste } from '../setup/page-commands.ts'
import { findPostgres, missing } from '../setup/programs.ts'
import { startService } from '../setup/service.ts'

const PAGE = 'docs/day2.md'
const block = await blockOf(PAGE)

t.test('the page is short enough to have at hand', async (t) => {
  const { size } = await stat(PAGE)
  t.ok(size <= 10_000, `${size} bytes`)
})

t.test('the blocks that change a database do so, as pasted', { skip: missing('initdb') }, async (t) => {
  const programs = findPostgres() as string
  const server = await ownServer(t, { programs })
  const folder = t.testdir({})
  await server.query(`alter role sos password 'first'`)
  const url = server.urlOf().replace(':sos@', ':first@')
  const settings = {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: url,
    JWT_SECRET: 'a secret that only these tests know',
    WEBHOOK_SECRET_KEY: 'a key that only these tests encrypt with',
  }
  const text = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join('')
  await writeFile(join(folder, 'env'), text(settings))
  await writeFile(join(folder, 'userlist.txt'), '"sos" "first"\n')
  t.match(await startService(t, { ...settings, NODE_ENV: 'production' }, 'src/migrate.ts').ended, {
    status: 0,
  })
  await server.query(`insert into warehouses (code, name) values ('KEPT', 'Kept')`)

  /** What a machine has beside the database: its superuser, its units, its files. */
  const machine = `
    export PATH=${programs}/bin:$PATH
    su() { PGHOST=127.0.0.1 PGPORT=${server.port} PGUSER=postgres PGPASSWORD="$SUPERUSER" bash -c "$3"; }
    systemctl() { echo "systemctl $*"; }
    curl() { :; }`
  const run = (...used: string[]) =>
    paste([machine, block('set -a;'), ...used], {
      env: { SUPERUSER: server.password },
      instead: {
        '/opt/seller-operating-score': '.',
        '/etc/seller-operating-score': folder,
        '/etc/pgbouncer': folder,
        '/var/backups': folder,
      },
    })

  await t.test('a dump is restored beside the database, and takes its place', async (t) => {
    await run(block('pg_dump --format=custom --file=/var'))
    await server.query(`update warehouses set name = 'Lost'`)
    t.match(await run(block('DUMP=')), /systemctl stop [\s\S]*systemctl start pgbouncer sos-server@1/)
    t.match(await server.query('select name from warehouses'), [{ name: 'Kept' }])
    t.match(await server.query('select name from warehouses', [], 'sos_before'), [{ name: 'Lost' }])
  })

  await t.test('the key of the secrets is another one afterwards, alone', async (t) => {
    t.match(await run(block('rotate-secrets')), /Of 0 webhooks/)
    const now = await readFile(join(folder, 'env'), 'utf8')
    t.match(now, /^WEBHOOK_SECRET_KEY=[0-9a-f]{64}$/m)
    t.notMatch(now, /PREVIOUS|only these tests encrypt/)
  })

  await t.test('the database has another password, and all who use it know', async (t) => {
    await run(block('alter role'))
    const [, changed] =
      /"sos" "([0-9a-f]{48})"/.exec(await readFile(join(folder, 'userlist.txt'), 'utf8')) ?? []
    const now = await readFile(join(folder, 'env'), 'utf8')
    t.equal(now.split(`sos:${changed}@`).length, 3, now)
    t.match(await run(`psql "$DATABASE_DIRECT_URL" -Atc "select 'let in'"`), 'let in')
  })

  await t.test('an account is restored by its e-mail address', async (t) => {
    t.match(await run(block('--role bod --email')), /Created user 1 \(ada, bod\)/)
    t.match(await run(block('--role bod --email')), /Restored user 1/)
  })
})
