import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { withDemoLock } from '../../prisma/seed/progress.ts'
import { clientOf } from '../setup/client.ts'
import { createTestDatabase } from '../setup/database.ts'

const db = { connectionString: await createTestDatabase(t) }
const client = await clientOf(t, db.connectionString)

/** Resolves when somebody waits for the lock. */
async function untilWaiting() {
  const deadline = Date.now() + 240_000
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
                   and database = (select oid from pg_database where datname = current_database())`
  while ((await client.query(waiting)).rowCount === 0) {
    if (Date.now() > deadline) throw new Error('Nobody waits for the lock.')
    await delay(10)
  }
}

t.test('a second process waits for the first one, also where that fails', async (t) => {
  const done: string[] = []
  let second: Promise<unknown> | undefined
  const first = withDemoLock(db, async () => {
    second = withDemoLock(db, async () => done.push('second'))
    await untilWaiting()
    done.push('first')
    throw new Error('failed')
  })
  await t.rejects(first, { message: 'failed' })
  await second
  t.same(done, ['first', 'second'])
})

t.test('a process that waits too long says so', async (t) => {
  await withDemoLock(db, () =>
    t.rejects(
      withDemoLock(db, async () => t.fail('it worked without the lock'), 50),
      { name: 'StartupError', message: /Another process is still filling/ },
    ),
  )
})
