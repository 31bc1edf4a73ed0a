import t from 'tap'
import { queueSchemaOf, readDatabaseUrl } from '../../../../src/platform/database/connect/database-url.ts'

t.test('one host stays as it is written', async (t) => {
  t.match(readDatabaseUrl('postgres://ada:p%40ss@db.example:6432/sos?sslmode=no-verify&schema=scores'), {
    connectionString: 'postgres://ada:p%40ss@db.example:6432/sos?sslmode=no-verify&schema=scores',
    place: 'db.example:6432',
    user: 'ada',
    database: 'sos',
    schema: 'scores',
  })
  t.equal(readDatabaseUrl('postgres://ada@/sos?host=/var/run/postgresql').place, '/var/run/postgresql')
  t.equal(readDatabaseUrl('postgres://ada@[::1]/sos').place, '[::1]:5432')
  t.equal(readDatabaseUrl('postgres://h/sos?schema=public').schema, undefined, 'the schema of everybody')
})

const FORM = 'must be a URL with one host'
for (const [what, url, sentence] of [
  ['an unencoded #', 'postgres://u:secret#x@h/db', FORM],
  ['an unencoded /', 'postgres://u:secret/x@h/db', FORM],
  ['an unencoded ?', 'postgres://u:secret?x=y@h/db', FORM],
  ['one after digits', 'postgres://u:123?secret@h/db', FORM],
  ['a lone %', 'postgres://u:secret%zz@h/db', FORM],
  ['a port that is none', 'postgres://u:secret@h:http/db', FORM],
  ['a list of hosts', 'postgres://u:secret@one:5433,two/db', FORM],
  ['a list in parameters', 'postgres://u:secret@/db?host=one,two', FORM],
  ['a schema of PostgreSQL', 'postgres://u:secret@h/db?schema=pg_x', 'schema that PostgreSQL does not take'],
  ['no slashes', 'postgres:secret', FORM],
] as const)
  t.test(`${what} is refused with what to do, and without the password`, async (t) => {
    t.throws(() => readDatabaseUrl(url, 'DATABASE_DIRECT_URL'), {
      name: 'StartupError',
      message: new RegExp(`^DATABASE_DIRECT_URL (?!.*secret).*${sentence}`),
    })
  })

t.test('an @ in a parameter is nothing of the password', async (t) => {
  t.equal(readDatabaseUrl('postgres://h:5432/db?user=ada@server').user, 'ada@server')
})

t.test('each schema has a queue of its own', async (t) => {
  t.equal(queueSchemaOf(undefined), 'pgboss')
  t.equal(queueSchemaOf('scores'), 'pgboss_scores')
  const odd = ['Scores', 'SCORES', 'a-b', 'x'.repeat(63), 'ü'].map(queueSchemaOf)
  t.equal(new Set([...odd, 'pgboss_scores']).size, 6)
  t.ok(odd.every((name) => /^pgboss_[0-9a-f]{16}$/.test(name)))
})
