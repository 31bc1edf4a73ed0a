import t from 'tap'
import { testApp } from '../../setup/app.ts'

t.test(
  'a start gives the queues of another release the options of this one, and touches no other',
  async (t) => {
    const { app, DATABASE_URL } = await testApp(t)
    const queues = () =>
      app.db.rows<{ name: string }>(
        // What a running queue notes of its own work is no option.
        `select to_jsonb(q) - 'maintain_on' - 'monitor_on' - 'monitor_claim_on' as options, name from pgboss.queue q order by name`,
      )
    const before = await queues()
    await testApp(t, { DATABASE_URL })
    t.same(await queues(), before, 'no queue is written where nothing has changed')

    await app.db.run(
      `update pgboss.queue set expire_seconds = 77, heartbeat_seconds = 55 where name in ('scoring-run', 'retention')`,
    )
    await testApp(t, { DATABASE_URL })
    const after = await app.db.rows(
      'select name from pgboss.queue where expire_seconds = 77 or heartbeat_seconds = 55',
    )
    t.same(after, [])
  },
)
