import t from 'tap'
import { periodOf } from '../../../src/domain/business-time.ts'
import { testApp } from '../../setup/app.ts'
import { makeSeller } from '../setup.ts'

t.test('the scores of a period', async (t) => {
  const { app, call, user } = await testApp(t, { WORKER: 'on' })
  const b = await makeSeller(app, {
    seller_code: 'MONTH-B',
    company_name: 'B & Co',
    assigned_am_id: user.am.am_id,
  })
  const a = await makeSeller(app, { seller_code: 'MONTH-A' })
  await makeSeller(app, { seller_code: 'MONTH-C' })
  const period = periodOf(new Date(), 'UTC')
  const { run_id } = (await call('bod', 'POST', '/api/sos/monthly/calculate', { period })).body
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
  const list = (query = '', role: 'viewer' | 'am' = 'viewer') => call(role, 'GET', `/api/sos/monthly${query}`)
  const codes = async (query?: string, role?: 'viewer' | 'am') =>
    (await list(query, role)).body.data.map(({ seller_code }: { seller_code: string }) => seller_code)

  t.test('are those of the current month unless asked otherwise, in the order of codes', async (t) => {
    t.same(await codes(), ['MONTH-A', 'MONTH-B', 'MONTH-C'])
    t.same((await list()).body.data[0].period, period)
    t.same((await list('?period=2026-03')).body.data[0].period, '2026-03')
    t.match((await list('?period=2020-01')).body, { data: [], total: 0, page: 1, limit: 20 })
  })

  t.test('are full records', async (t) => {
    const { body } = await list('?limit=1&page=2')
    const [record] = body.data
    t.same(body, {
      data: [
        {
          id: record.id,
          seller_code: 'MONTH-B',
          company_name: 'B & Co',
          am_id: user.am.am_id,
          am_name: 'Test AM',
          period,
          total_sos: 0,
          is_rated: false,
          unrated_reason: 'no feed is in use in the month',
          imputed: ['p_score', 'o_score', 't_score', 'f_score', 'i_score'],
          tier: { name: 'Unrated', color: '#C9CED6', benefits: 'not enough data this month' },
          components: record.components,
          trend: { previous_sos: 0, delta: 0, direction: 'unrated' },
          is_grace_period: false,
          before_contract: false,
          status: 'draft',
          revision: 1,
          reviewed_by: null,
          notes: null,
          run_id,
          calculated_at: record.calculated_at,
          finalized_at: null,
          is_blocked: false,
        },
      ],
      total: 3,
      page: 2,
      limit: 1,
    })
    t.same(record.components.p_score, { raw: 0, weighted: 0 })
  })

  t.test('are filtered by status and account manager', async (t) => {
    const { body } = await list()
    await call('bod', 'PATCH', `/api/sos/monthly/${body.data[0].id}/review`)
    await call('bod', 'PATCH', `/api/sos/monthly/${body.data[2].id}/finalize`, {
      ...{ accept: ['month_not_over'], notes: 'The shop closes today' },
    })
    t.same(await codes('?status=under-review'), ['MONTH-A'])
    t.same(await codes('?status=Draft&period='), ['MONTH-B'])
    t.same(await codes('?status=final'), ['MONTH-C'])
    t.same(await codes(`?am_id=${user.am.am_id}`), ['MONTH-B'])
  })

  t.test('an account manager sees those of the own portfolio as it is now', async (t) => {
    t.same(await codes('', 'am'), ['MONTH-B'])
    t.equal((await list('', 'am')).body.total, 1)
    await app.db.prisma.seller.update({ where: { id: b.id }, data: { assigned_am_id: null } })
    await app.db.prisma.seller.update({ where: { id: a.id }, data: { assigned_am_id: user.am.am_id } })
    t.same(await codes('', 'am'), ['MONTH-A'])
  })

  for (const query of [
    '?period=2026',
    '?status=done',
    '?status=draft&status=final',
    '?am_id=x',
    '?limit=0',
    '?page=0',
    '?seller=1',
    '?sort=tier',
  ])
    t.test(`${query} answers 400`, async (t) => {
      t.equal((await list(query)).status, 400)
    })
})
