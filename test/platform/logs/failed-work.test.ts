import { Type } from '@sinclair/typebox'
import t from 'tap'
import { createTestDatabase } from '../../setup/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { freePort } from '../../setup/service.ts'
import { loggedService } from './logged-service.ts'

const DATABASE_URL = await createTestDatabase(t)
const { app, lines, one } = await loggedService(t, 'info', { DATABASE_URL })
const WARN = 40

t.test('a failed job is a warning with its queue, run and period', async (t) => {
  const scoringBatch = { name: 'scoring-batch', data: Type.Object({}) }
  await app.db.transaction((tx) =>
    app.jobs.send(tx, scoringBatch, { run_id: 7, batch: -1, period: '2026-10' }),
  )
  t.match(await one(({ msg }) => msg === 'job failed'), {
    level: WARN,
    queue: 'scoring-batch',
    run_id: 7,
    period: '2026-10',
    attempt: 1,
    again: true,
    err: { message: /data it does not know/ },
  })
  t.match(await app.metrics.text(), /^sos_jobs_total\{queue="scoring-batch",result="failed"\} [1-9]/m)
})

t.test('a failed delivery is a warning with subscription, attempt, status and next try', async (t) => {
  const user = await app.db.prisma.user.create({ data: { username: 'b', full_name: 'B', role: 'bod' } })
  const ask = async (url: string, payload: object) => {
    const { body } = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-user-id': String(user.id) },
    })
    return JSON.parse(body)
  }
  const events = ['seller.status_changed']
  const receiver = `http://127.0.0.1:${await freePort()}/hook?token=a-receivers-secret`
  const { id } = await ask('/api/webhooks', { name: 'nobody', url: receiver, events })
  await ask(`/api/webhooks/${id}/test`, {})
  const failed = await one(({ msg }) => msg === 'a delivery failed')
  t.match(failed, { level: WARN, subscription_id: id, event_type: 'webhook.ping', attempt: 1, status: null })
  t.ok(Date.parse(String(failed.next_attempt_at)) > Date.now() - 60_000, `${failed.next_attempt_at}`)
  t.notMatch(JSON.stringify(lines), /a-receivers-secret/)
  t.match(await app.metrics.text(), /^sos_webhook_attempts_total\{result="failed"\} [1-9]/m)
})

t.test('a job that comes by a schedule tells /metrics when it last ended well', async (t) => {
  await app.db.run(
    `insert into service_state (key, value, updated_at) values ('last-run:retention', 'null', '2026-11-01T00:00:00Z')`,
  )
  await app.db.transaction((tx) => app.jobs.send(tx, { name: 'retention', data: Type.Object({}) }, {}))
  await one(({ msg, queue }) => msg === 'job done' && queue === 'retention')
  await eventually(async () => {
    const { since } = await app.db.one<{ since: number }>(
      `select extract(epoch from now() - updated_at)::float8 as since from service_state where key = 'last-run:retention'`,
    )
    return since < 600
  })
  t.pass()
})
