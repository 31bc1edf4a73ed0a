import t from 'tap'
import { seedDemo } from '../prisma/seed/seed-demo.ts'
import { ROLES } from '../src/platform/access/roles.ts'
import { welcome } from '../src/welcome.ts'
import { testApp } from './setup/app.ts'
import { createTestDatabase } from './setup/database.ts'

const URL = 'http://127.0.0.1:3000'
const commands = (text: string) =>
  [
    ...text.matchAll(
      /^# (\w+), as \S+: .+\ncurl -s -H 'X-User-Id: (\d+)' 'http:\/\/127\.0\.0\.1:3000(\S+)'$/gm,
    ),
  ].map(([, role, user, path]) => ({ role, user: user as string, path: path as string }))

t.test('on the demo it names the addresses and a command for each role that shows something', async (t) => {
  const { app } = await testApp(t, { WORKER: 'on', DATABASE_URL: await createTestDatabase(t) })
  await seedDemo(app, { sellers: 16 })
  const text = await welcome(app, URL)
  t.match(
    text,
    /^\s*Seller .*\n\s*Console +http:\/\/127\.0\.0\.1:3000\/console\n/,
    'the console is named first',
  )
  t.match(text, `API            ${URL}\n`)
  t.match(text, `Documentation  ${URL}/docs\n`)
  t.same(
    commands(text).map(({ role }) => role),
    ROLES,
  )
  for (const { role, user, path } of commands(text)) {
    const answer = await app.inject({ url: path, headers: { 'x-user-id': user } })
    const rows = answer.json().data ?? answer.json().metrics
    t.same([answer.statusCode, rows === undefined || rows.length > 0], [200, true], `${role} asks ${path}`)
  }
})

t.test('on a database without sellers it leaves out the commands about one', async (t) => {
  const { app } = await testApp(t, { WORKER: 'on' })
  const told = commands(await welcome(app, URL))
  t.same(
    told.map(({ role }) => role),
    ['bod', 'admin', 'ops_head', 'am_head', 'finance', 'system', 'integration'],
  )
})

t.test('where the service runs a PostgreSQL of its own, it names it without its password', async (t) => {
  const { app } = await testApp(t, { WORKER: 'on' })
  t.notMatch(await welcome(app, URL), 'Database')
  const { db, env, clock } = app
  const settings = { ...env, DATABASE_URL: undefined, DATA_DIR: 'kept' }
  const own = { db, clock, env: settings } as unknown as typeof app
  const { password, host } = new globalThis.URL(db.connectionString)
  const text = await welcome(own, URL)
  t.match(text, `Database       postgresql://postgres@${host}/`)
  t.match(text, 'with its password: kept/postgres-url')
  t.ok(password)
  t.notOk(text.includes(password))
})
