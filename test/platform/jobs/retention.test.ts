import t from 'tap'
import { retentionJob } from '../../../src/platform/jobs/retention.ts'
import { testApp } from '../../setup/app.ts'

t.test('the daily clean-up deletes what is past its time and keeps the rest', async (t) => {
  const { app, user } = await testApp(t, {
    KEEP_FACTS_MONTHS: '13',
    KEEP_EVENTS_MONTHS: '2',
    KEEP_DELIVERY_LOG_DAYS: '30',
  })
  const { db } = app
  await db.pool.query(`
    insert into sellers (seller_code, company_name) values ('S-1', 'Seller');
    insert into orders (seller_id, order_code, ordered_at) values (1, 'old', now() - interval '14 months'), (1, 'new', now());
    insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_on) values
      (1, 'paid long ago', 1, now() - interval '3 years', now() - interval '2 years', now() - interval '2 years'),
      (1, 'still unpaid', 1, now() - interval '3 years', now() - interval '2 years', null);
    insert into forecasts (seller_id, period, forecast_orders, submitted_at) values
      (1, to_char(now() - interval '15 months', 'YYYY-MM'), 1, now()), (1, to_char(now(), 'YYYY-MM'), 1, now());
    insert into events (event_id, type, occurred_at, data) values
      (gen_random_uuid(), 'seller.score_finalized', now() - interval '3 months', '{}'),
      (gen_random_uuid(), 'seller.score_finalized', now(), '{}');
    insert into webhook_deliveries (subscription_id, event_id, status, created_at, settled_at) values
      (1, 1, 'delivered', now() - interval '100 days', now() - interval '100 days'),
      (2, 1, 'delivered', now() - interval '100 days', now()),
      (3, 1, 'held', now() - interval '50 days', null),
      (4, 1, 'held', now() - interval '3 months', null);
    insert into idempotency_keys (user_id, key, request, created_at) values
      (${user.bod.id}, 'old', '', now() - interval '25 hours'), (${user.bod.id}, 'new', '', now());`)

  const attempt = { failure: null, signal: new AbortController().signal }
  await retentionJob.handler(app, {}, attempt)
  await retentionJob.handler(app, {}, attempt)

  const left = async (sql: string) => (await db.rows<{ it: string }>(sql)).map(({ it }) => it)
  t.same(await left('select order_code as it from orders'), ['new'])
  t.same(await left('select invoice_code as it from invoices'), ['still unpaid'])
  t.same(await left('select key as it from idempotency_keys'), ['new'])
  t.equal((await left('select period as it from forecasts')).length, 1)
  t.equal((await left('select event_id as it from events')).length, 1)
  t.same(await left('select status as it from webhook_deliveries order by subscription_id'), [
    'delivered',
    'held',
  ])
})

t.test('what fails is said at the end, and keeps nothing else from being done', async (t) => {
  const { app } = await testApp(t)
  const done: string[] = []
  app.retention.lines = [
    { table: 'no_such_table', where: 'at < now() - $1::interval', period: '1 day' },
    { table: 'service_state', where: 'updated_at < now() - $1::interval', period: '1 day' },
  ]
  app.retention.work = [
    async function failing() {
      throw new Error('It is full.')
    },
    async () => void done.push('last'),
  ]
  await app.db.run`insert into service_state (key, value, updated_at) values ('old', '1', '2026-01-01')`
  const attempt = { failure: null, signal: new AbortController().signal }
  await t.rejects(retentionJob.handler(app, {}, attempt), {
    message: 'no_such_table: relation "no_such_table" does not exist; failing: It is full.',
  })
  t.same(await app.db.rows`select from service_state where key = 'old'`, [])
  t.same(done, ['last'])

  const taken = { ...attempt, signal: AbortSignal.abort(new Error('taken by another')) }
  await t.rejects(retentionJob.handler(app, {}, taken), { message: 'taken by another' })
  t.same(done, ['last'], 'it ends where its job is not its own any more')
  t.ok(
    await app.db.row`select from pgboss.queue where name = 'retention' and expire_seconds >= ${6 * 3600}`,
    'a long night is not done twice at a time',
  )
})
