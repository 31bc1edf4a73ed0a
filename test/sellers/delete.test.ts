import t from 'tap'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { overlapping, waiters } from '../setup/waiters.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
const create = async (seller_code: string) =>
  (await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme' })).body.id as number
const exception = {
  exception_type: 'onboarding',
  adjustment_rule: { op: 'add', value: 5 },
  effective_from: '2026-01-01',
}
const remove = (name: string | number) => call('ops_head', 'DELETE', `/api/sellers/${name}`)
const order = (seller_code: string) => ({
  records: [{ order_code: 'O-1', seller_code, ordered_at: '2026-01-02T08:00:00Z' }],
})

t.test('a seller without facts and scores is deleted with its exceptions, and audited', async (t) => {
  const id = await create('S-1')
  await call('bod', 'POST', '/api/sellers/S-1/exceptions', exception)
  await call('bod', 'PATCH', '/api/sellers/S-1', { status: 'suspended' })
  t.same((await remove('S-1')).body, { success: true })
  t.equal((await call('bod', 'GET', `/api/sellers/${id}`)).status, 404)
  t.equal((await remove(id)).status, 404)
  for (const table of ['score_exceptions', 'seller_assignments', 'enforcement_changes'])
    t.same(await app.db.rows(`select from ${table} where seller_id = $1`, [id]), [], table)
  t.match(await app.db.row(`select user_id, before, after from audit_log where action = 'seller.deleted'`), {
    user_id: user.ops_head.id,
    before: { seller_code: 'S-1', exceptions: [{ exception_type: 'onboarding' }] },
    after: null,
  })
  t.not(await create('S-1'), id, 'the code is free again')
})

t.test('one that has something is kept, and the answer names what', async (t) => {
  await create('S-2')
  await call('bod', 'POST', '/api/sync/orders', order('S-2'))
  const error =
    "The seller S-2 can't be deleted, because it has orders (1); set its status to terminated instead."
  t.match(await remove('S-2'), { status: 409, body: { error } })
  const surcharge = { seller_code: 'S-2', period: '2026-01', surcharge_type: 'fee', amount: 1 }
  await call('bod', 'POST', '/api/surcharges', surcharge)
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-01' })
  t.match((await remove('S-2')).body, { error: /it has scores \(1\), orders \(1\), surcharges \(1\);/ })
  t.equal((await call('bod', 'GET', '/api/sellers/S-2')).status, 200)
})

t.test('a push that is being stored is waited for', async (t) => {
  const id = await create('S-3')
  const push = await clientOf(t, app.db.connectionString)
  await push.query(
    `begin; insert into orders (seller_id, order_code, ordered_at) values (${id}, 'O-9', now())`,
  )
  const removed = remove('S-3')
  await eventually(async () => (await waiters(app.db)) === 1)
  await push.query('commit')
  t.match(await removed, { status: 409, body: { error: /has orders \(1\)/ } })
})

t.test('not while a scoring run is under way', async (t) => {
  await create('S-4')
  const { id } = await app.db.one<{ id: number }>(
    `insert into scoring_runs (period, open_period) values ('2020-01', '2020-01') returning id`,
  )
  t.match(await remove('S-4'), { status: 409, body: { error: /scoring run is under way/ } })
  await app.db.rows(`delete from scoring_runs where id = $1`, [id])
  t.equal((await remove('S-4')).status, 200)
})

const beside: [string, (code: string) => ReturnType<typeof call>][] = [
  ['score_exceptions', (code) => call('bod', 'POST', `/api/sellers/${code}/exceptions`, exception)],
  [
    'sync_control_totals',
    (seller_code) =>
      call('system', 'POST', '/api/sync/orders/control-totals', {
        period: '2026-01',
        seller_code,
        totals: { records: 1 },
      }),
  ],
]
for (const [table, write] of beside)
  for (const isFirst of [true, false])
    t.test(
      `of ${table} nothing stays of a seller that is deleted ${isFirst ? 'after' : 'before'} it is written`,
      async (t) => {
        const code = `S-${table}-${isFirst}`
        const seller = await create(code)
        const requests = [() => write(code), () => remove(seller)]
        const answers = await overlapping(
          ...([t, app.db, 'audit_log'] as const), // before which either has written what it writes
          isFirst ? requests : requests.toReversed(),
        )
        t.match(answers, [{ status: 200 }, { status: isFirst ? 200 : 404 }])
        t.same(await app.db.rows(`select from ${table} where seller_id = $1`, [seller]), [])
      },
    )
