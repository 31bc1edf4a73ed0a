import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { makeSeller } from '../setup.ts'

t.test('a batch that fails in every attempt fails its run', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  await app.db.pool.query(`update pgboss.queue set retry_limit = 0 where name = 'scoring-batch'`)
  const { id } = await makeSeller(app)
  await app.db.pool.query(`update sellers set contract_start_date = 'infinity' where id = $1`, [id])
  const { status, body } = await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
  t.equal(status, 500)
  t.match(body.error, /^The request failed; it is logged as /)
  t.match((await call('bod', 'GET', '/api/sos/runs/1')).body, {
    status: 'failed',
    error: /^Batch 0 could not be scored: Invalid time value/,
  })
  await app.db.pool.query('update sellers set contract_start_date = null where id = $1', [id])
  t.match(await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' }), {
    status: 200,
    body: { sellers_scored: 1, run_id: 2 },
  })
})
