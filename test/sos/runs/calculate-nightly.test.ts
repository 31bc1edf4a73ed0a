import t from 'tap'
import { calculateNightly } from '../../../plugins/sos/runs/calculate.ts'
import { testApp } from '../../setup/app.ts'
import { LAST, NOW } from '../../setup/months.ts'
import { ATTEMPT, makeSeller } from '../setup.ts'

type Service = Awaited<ReturnType<typeof testApp>>

const night = ({ app }: Service) => calculateNightly.handler(app, {}, ATTEMPT)
const runs = async ({ app }: Service) =>
  (
    await app.db.rows<{ period: string }>(
      'select period from scoring_runs where requested_by is null order by id',
    )
  ).map(({ period }) => period)

t.test('calculates the running month and the one before, until it is final', async (t) => {
  const service = await testApp(t, { WORKER: 'on', CALCULATE_NIGHTLY: 'on' })
  const { call } = service
  await makeSeller(service.app)
  await night(service)
  t.same(await runs(service), [LAST, NOW])
  // Joins the run of the night, or makes one more: every score of the month is there then.
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: LAST })
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: NOW })
  t.match((await call('bod', 'POST', '/api/sos/monthly/finalize', { period: LAST })).body, { finalized: 1 })
  await night(service)
  t.same(await runs(service), [LAST, NOW, NOW])
})

t.test('a second attempt joins what the first has asked for', async (t) => {
  const service = await testApp(t, { CALCULATE_NIGHTLY: 'on' })
  await night(service)
  await night(service)
  t.same(await runs(service), [LAST, NOW])
})

t.test('does nothing unless it is asked to', async (t) => {
  const service = await testApp(t)
  await night(service)
  t.same(await runs(service), [])
})
