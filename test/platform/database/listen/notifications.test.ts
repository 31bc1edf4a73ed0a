import t from 'tap'
import { testApp } from '../../../setup/app.ts'

const { app } = await testApp(t)
const notify = (channel: string) => app.db.row(`select pg_notify('sos_notifications', $1)`, [channel])

t.test(
  'a waiter is woken by the notification of another connection, long before its next poll',
  async (t) => {
    let answer: string | undefined
    let asked = 0
    const waiting = app.notifications.until(
      'run 1',
      async () => {
        asked++
        return answer
      },
      { signal: AbortSignal.timeout(240_000), pollMs: 200_000 },
    )
    answer = 'done'
    const nudges = setInterval(() => notify('run 1'), 20)
    t.teardown(() => clearInterval(nudges))
    t.equal(await waiting, 'done')
    clearInterval(nudges)
    t.equal(asked, 2)
  },
)

t.test('what was there before the wait is found at once', async (t) => {
  t.equal(await app.notifications.until('x', async () => 7, { signal: AbortSignal.timeout(240_000) }), 7)
})

t.test('a wait ends with undefined when its caller gives up', async (t) => {
  const waiting = app.notifications.until('y', async () => undefined, {
    signal: AbortSignal.timeout(10),
    pollMs: 60_000,
  })
  t.equal(await waiting, undefined)
})

t.test('an error of the question reaches the caller', async (t) => {
  const waiting = app.notifications.until('z', () => Promise.reject(new Error('no')), {
    signal: AbortSignal.timeout(240_000),
  })
  await t.rejects(waiting, { message: 'no' })
})

t.test('polling carries on while the connection is lost, and listening comes back', async (t) => {
  await app.db.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'seller-operating-score notifications' and datname = current_database()`,
  )
  let asked = 0
  const polled = await app.notifications.until('q', async () => (++asked === 3 ? 'polled' : undefined), {
    signal: AbortSignal.timeout(240_000),
    pollMs: 10,
  })
  t.equal(polled, 'polled')
  const back = await app.notifications.until(
    'r',
    async () =>
      app.db.row(
        `select 1 as one from pg_stat_activity where application_name = 'seller-operating-score notifications' and datname = current_database()`,
      ),
    { signal: AbortSignal.timeout(240_000), pollMs: 50 },
  )
  t.same(back, { one: 1 })
})
