import { parse } from 'csv-parse/sync'
import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { NEXT, NOW } from '../../setup/months.ts'
import { factsOf, makeSeller } from '../setup.ts'

t.test('the monthly list', async (t) => {
  const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
  const warehouse = user.warehouse.warehouse_id as number
  const a = await makeSeller(app, { seller_code: 'FIND-A', company_name: 'Acme 100%' })
  const b = await makeSeller(app, { seller_code: 'FIND-B', company_name: 'Borg' })
  const c = await makeSeller(app, { seller_code: 'FIND-C', primary_warehouse_id: warehouse })
  const ordersOf = (id: number, ordered_at: Date, wrong: number) =>
    factsOf(app, id).orders(
      ...Array.from({ length: 40 }, (_, n) => ({
        order_code: `${ordered_at.getMonth()}-${n}`,
        ordered_at,
        has_data_error: n < wrong,
      })),
    )
  const [february, march] = [new Date('2026-02-05T00:00:00Z'), new Date('2026-03-05T00:00:00Z')]
  await ordersOf(a.id, february, 4)
  await ordersOf(a.id, march, 0)
  await ordersOf(b.id, february, 0)
  await ordersOf(b.id, march, 4)
  const calculate = (period: string) => done('bod', 'POST', '/api/sos/monthly/calculate', { period })
  await calculate('2026-02')
  await calculate('2026-03')
  await app.db
    .run`update monthly_scores set before_contract = true where code = 'FIND-C' and period = '2026-02'`
  const block = { seller_code: 'FIND-B', period: '2026-03', surcharge_type: 'payment_block', amount: 0 }
  await done('bod', 'POST', '/api/surcharges', block)
  await done('bod', 'PATCH', `/api/sellers/${c.id}`, { status: 'suspended' })
  const list = (query = '', role: 'viewer' | 'am' = 'viewer') => done(role, 'GET', `/api/sos/monthly${query}`)
  const shown = async (query: string) =>
    (await list(query)).data.map(
      ({ seller_code, period }: Record<string, string>) => `${seller_code?.slice(-1)} ${period?.slice(-2)}`,
    )

  for (const [query, scores] of [
    ['?from=2026-02&to=2026-03', ['A 02', 'A 03', 'B 02', 'B 03', 'C 02', 'C 03']],
    ['?from=2026-03', ['A 03', 'B 03', 'C 03']],
    ['?to=2026-02', ['A 02', 'B 02', 'C 02']],
    ['?to=2026-02&before_contract=true', ['C 02']],
    ['?to=2026-02&before_contract=false', ['A 02', 'B 02']],
    ['?from=2026-02&seller_code=FIND-B', ['B 02', 'B 03']],
    [`?from=2026-02&seller_code=${b.id}`, []],
    ['?from=2026-02&seller_code=FIND', []],
    ['?period=2026-03&search=find-', ['A 03', 'B 03', 'C 03']],
    ['?period=2026-03&search=100%25', ['A 03']],
    ['?period=2026-03&tier=unrated', ['C 03']],
    ['?from=2026-02&tier=Platinum', ['A 03', 'B 02']],
    [`?period=2026-03&warehouse_id=${warehouse}`, ['C 03']],
    ['?period=2026-03&is_blocked=true', ['B 03', 'C 03']],
    ['?period=2026-03&is_blocked=false', ['A 03']],
    ['?period=2026-03&sort=-seller_code', ['C 03', 'B 03', 'A 03']],
    ['?period=2026-03&sort=total_sos', ['B 03', 'A 03', 'C 03']],
    ['?period=2026-03&sort=-total_sos', ['A 03', 'B 03', 'C 03']],
    ['?period=2026-03&sort=delta', ['B 03', 'A 03', 'C 03']],
    ['?period=2026-03&sort=o_score', ['B 03', 'A 03', 'C 03']],
    ['?period=2026-03&sort=-o_score', ['A 03', 'B 03', 'C 03']],
    ['?from=2026-02&to=2026-03&sort=-delta&limit=2', ['A 03', 'A 02']],
    ['?from=2026-02&to=2026-03&sort=-total_sos&limit=2&page=2', ['A 02', 'B 03']],
  ] as const)
    t.test(query, async (t) => {
      t.same(await shown(query), scores)
    })

  t.test('a score says where it came from, and a full one says what rose', async (t) => {
    const trendOf = async (code: string) =>
      (await call('viewer', 'GET', `/api/sos/sellers/${code}/score`)).body.trend
    const low = (await call('viewer', 'GET', '/api/sos/sellers/FIND-B/score')).body.total_sos
    const delta = Math.round((100 - low) * 100) / 100
    t.same(await trendOf('FIND-A'), { previous_sos: low, delta, direction: 'up' })
    t.same(await trendOf('FIND-B'), { previous_sos: 100, delta: -delta, direction: 'down' })
    const why = await call('viewer', 'GET', '/api/sos/sellers/FIND-A/score/reasons')
    t.same([why.body.total_sos, why.body.reasons], [100, []])
    const { top_improved } = (await call('viewer', 'GET', '/api/dashboard/stats?period=2026-03')).body
    t.match(top_improved, [{ seller_code: 'FIND-A', reason: { points_lost: 0 } }])
    t.equal(top_improved.length, 1)
  })

  t.test('says whose orders are blocked', async (t) => {
    t.same(
      (await list('?period=2026-03')).data.map(({ is_blocked }: { is_blocked: boolean }) => is_blocked),
      [false, true, true],
    )
  })

  t.test('counts all that match, on a page without rows too', async (t) => {
    t.same(await list('?from=2026-02&limit=2&page=9'), { data: [], total: 6, page: 9, limit: 2 })
  })

  t.test('as CSV has empty cells where a number is none', async (t) => {
    const url = '/api/sos/monthly?from=2026-02&to=2026-03'
    const { body } = await call('viewer', 'GET', url, undefined, { accept: 'text/csv' })
    const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[]
    const cell = (row: Record<string, string> | undefined, name: string) => row?.[name]
    t.equal(rows.length, 6)
    const [rated, unrated] = [rows[1], rows[5]]
    t.equal(cell(rated, 'total_sos'), '100')
    t.equal(cell(rated, 'is_rated'), 'true')
    t.equal(cell(rated, 'imputed'), '["p_score","t_score","f_score","i_score"]')
    t.equal(cell(rated, 'components.o_score.raw'), '100')
    t.equal(cell(rated, 'components.f_score.raw'), '')
    t.equal(cell(unrated, 'total_sos'), '')
    t.equal(cell(unrated, 'components.o_score.raw'), '')
    t.match(cell(unrated, 'unrated_reason'), /^on_time_ready_rate asks for 30 orders/)
  })

  const codes = async (query?: string, role?: 'am') =>
    (await list(query, role)).data.map(({ seller_code }: { seller_code: string }) => seller_code)

  t.test('is of the current month unless asked otherwise, in the order of codes', async (t) => {
    await app.db.run`update sellers set status = 'active', assigned_am_id = null`
    await app.db.run`update sellers set assigned_am_id = ${user.am.am_id} where id = ${b.id}`
    await calculate(NOW)
    const month = NOW.slice(-2)
    t.same(await shown(''), [`A ${month}`, `B ${month}`, `C ${month}`])
    t.match(await list('?period=2020-01'), { data: [], total: 0, page: 1, limit: 20 })
  })

  t.test('is filtered by status and account manager', async (t) => {
    const [first, , third] = (await list()).data
    await done('bod', 'PATCH', `/api/sos/monthly/${first.id}/review`)
    await done('bod', 'PATCH', `/api/sos/monthly/${third.id}/finalize`, {
      ...{ accept: ['month_not_over'], notes: 'The shop closes today' },
    })
    t.same(await codes('?status=under-review'), ['FIND-A'])
    t.same(await codes('?status=Draft&period='), ['FIND-B'])
    t.same(await codes('?status=final'), ['FIND-C'])
    t.same(await codes(`?am_id=${user.am.am_id}`), ['FIND-B'])
  })

  t.test('an account manager sees those of the own portfolio as it is now', async (t) => {
    t.same(await codes('', 'am'), ['FIND-B'])
    t.equal((await list('', 'am')).total, 1)
    await app.db.prisma.seller.update({ where: { id: b.id }, data: { assigned_am_id: null } })
    await app.db.prisma.seller.update({ where: { id: a.id }, data: { assigned_am_id: user.am.am_id } })
    t.same(await codes('', 'am'), ['FIND-A'])
  })

  t.test('by a component those without facts of their own come after the others', async (t) => {
    const imputed = (of: string) =>
      app.db.run`update monthly_scores set imputed = ${of} where code = 'FIND-B' and period = '2026-03'`
    const [{ imputed: before }] = (await list('?from=2026-03&seller_code=FIND-B')).data
    await imputed('{o_score}')
    for (const sort of ['o_score', '-o_score'])
      t.same(await shown(`?period=2026-03&sort=${sort}`), ['A 03', 'B 03', 'C 03'], sort)
    await imputed(`{${before}}`)
  })

  for (const [query, error] of [
    ['?period=2026-03&from=2026-02', /^Give either period, or from and to\./],
    ['?from=2026-03&to=2026-02', /^from 2026-03 is after to 2026-02/],
    ['?from=2024-01&to=2026-01', /is more than 24 months: with this from, to is 2025-12 at the latest/],
    ['?sort=tier', /^sort must be one of seller_code, -seller_code, total_sos/],
    ['?status=draft&status=final', /^status must be one of draft, under_review, final/],
  ] as const)
    t.test(`${query} answers 400`, async (t) => {
      t.match(await call('viewer', 'GET', `/api/sos/monthly${query}`), { status: 400, body: { error } })
    })
})

t.test('the tiers are those of the current month, highest first', async (t) => {
  const { call, done } = await testApp(t)
  const first = async () => (await done(null, 'GET', '/api/sos/tiers')).data[0].name
  const diamond = { name: 'Diamond', rank: 7, min_component_score: 90, color: '#AADDFF', benefits: '' }
  const add = (more: object) => call('bod', 'POST', '/api/config/tiers', { ...diamond, ...more })
  t.equal((await add({ effective_from: NEXT, min_score: 97 })).status, 200)
  t.equal(await first(), 'Platinum')
  t.equal((await add({ effective_from: NOW, min_score: 96 })).status, 200)
  t.equal(await first(), 'Diamond')
})
