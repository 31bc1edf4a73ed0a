import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { day, factsOf, makeSeller } from '../setup.ts'

t.test('what a score is made of', async (t) => {
  const service = await testApp(t, { WORKER: 'on' })
  const { app, call } = service
  const calculate = (period: string) => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  const explained = async (code: string) =>
    (await call('bod', 'GET', `/api/sos/sellers/${code}/score/explanation`)).body

  t.test('exceptions in force in the month are applied, others are not', async (t) => {
    const { id, seller_code } = await makeSeller(app)
    await factsOf(app, id).orders(...Array.from({ length: 40 }, () => ({})))
    const exception = {
      seller_id: id,
      exception_type: 'relief',
      adjustment_rule: { op: 'cap', value: 50 },
      score_component_affected: null,
    }
    await app.db.prisma.score_exception.createMany({
      data: [
        { ...exception, effective_from: day('2026-03-31'), reason: 'touches its last day' },
        {
          ...exception,
          effective_from: day('2026-01-01'),
          effective_to: day('2026-03-01'),
          reason: 'touches its first day',
        },
        { ...exception, effective_from: day('2026-01-01'), effective_to: day('2026-02-28') },
        { ...exception, effective_from: day('2026-04-01') },
        { ...exception, effective_from: day('2026-01-01'), is_active: 0 },
      ],
    })
    t.match((await calculate('2026-03')).body.results, [{ seller_id: seller_code, total_sos: 50 }])
    const { exceptions } = await explained(seller_code)
    t.match(exceptions, [{ reason: 'touches its last day' }, { reason: 'touches its first day' }])
    t.equal(exceptions.length, 2)
  })

  t.test('the trend is that to the latest earlier rated score, however far back', async (t) => {
    const { id, seller_code } = await makeSeller(app)
    const { orders } = factsOf(app, id)
    const ordered_at = new Date('2025-11-05T00:00:00Z')
    const forty = Array.from({ length: 40 }, () => ({}))
    await orders(...forty.map(() => ({ ordered_at })))
    await orders(...forty.map((_, n) => ({ has_data_error: n < 4 })))
    for (const period of ['2025-10', '2025-11', '2026-02', '2026-03']) await calculate(period)
    const trend = async (period: string) =>
      (await call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/explanation?period=${period}`)).body
        .trend
    t.same(await trend('2025-10'), {
      previous_period: null,
      previous_sos: 0,
      delta: 0,
      direction: 'unrated',
    })
    t.same(await trend('2025-11'), {
      previous_period: null,
      previous_sos: 100,
      delta: 0,
      direction: 'new',
    })
    t.same(await trend('2026-02'), {
      previous_period: '2025-11',
      previous_sos: 100,
      delta: 0,
      direction: 'unrated',
    })
    t.match(await trend('2026-03'), {
      previous_period: '2025-11',
      previous_sos: 100,
      delta: -41.67,
      direction: 'down',
    })
  })

  t.test('records of the period count, with the version they had', async (t) => {
    const grace = await call('bod', 'GET', '/api/config/grace-period')
    const { id } = grace.body.data[0]
    const put = await call('bod', 'PUT', `/api/config/grace-period/${id}`, { name: 'Longer', days: 3650 })
    t.equal(put.status, 200)
    const { seller_code } = await makeSeller(app, { contract_start_date: day('2020-01-01') })
    await calculate('2026-03')
    t.match(await explained(seller_code), {
      grace: { is_grace_period: true, days: 3650 },
      records: { 'grace-period': [{ id, version: 2 }] },
    })
  })
})
