import t from 'tap'
import { planDemo } from '../../prisma/seed/demo.ts'
import { readProgress, writeProgress } from '../../prisma/seed/progress.ts'
import { writeBaseData } from '../../prisma/seed/seed-demo.ts'
import { dateOf } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'
import { createTestDatabase } from '../setup/database.ts'
import { prisma } from './commands.ts'

const DATABASE_URL = await createTestDatabase(t)

t.test('prisma db seed makes the demo by the code of the service, once', async (t) => {
  const { app } = await testApp(t, { DATABASE_URL })
  const anchor = dateOf(app.clock.now(), 'UTC')
  // A demo of three sellers that was begun: the whole one takes half a minute.
  await app.db.transaction(async (tx) => {
    await writeBaseData(tx, planDemo(anchor, 'UTC', 3))
    await writeProgress(tx, { state: 'seeding', anchor, sellers: 3, months_done: 0 })
  })
  const settings = { DATABASE_URL, LOG_LEVEL: 'silent' }
  const first = await prisma('db seed', settings)
  t.equal(first.status, 0, first.stdout + first.stderr)
  t.match(first.stdout, /3 sellers.*\n.*facts, \d+ sellers scored[\s\S]*The demo is ready\./)
  t.match(await readProgress(app.db), { state: 'ready', months_done: 4 })

  const count = () =>
    app.db.one('select (select count(*) from orders) as orders, (select count(*) from users) as users')
  const before = await count()
  const second = await prisma('db seed', settings)
  t.match(second, { status: 0, stdout: /has data already; nothing was added/ })
  t.same(await count(), before)
})

t.test('where it can not, it says why in a sentence', async (t) => {
  const settings = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' }
  const { status, stdout, stderr } = await prisma('db seed', settings)
  t.not(status, 0)
  t.match(stdout + stderr, /DATABASE_URL|PostgreSQL/)
  t.notMatch(stdout + stderr, /\n\s+at .*seed/, 'and shows no stack')
})
