import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { NOW } from '../setup/months.ts'
import { service } from './service.ts'

const { done, create, calculate, pushOrders, kpisOf, user } = await service(t)
const { am_id } = user.am
for (let n = 1; n <= 21; n++)
  await create('/api/sellers', {
    seller_code: `S-${n}`,
    company_name: `Company ${n}`,
    assigned_am_id: n === 1 ? am_id : null,
  })

/** Twenty-six months, this one last; the first seller is rated in each. */
const PERIODS = Array.from({ length: 26 }, (_, n) => shiftPeriod(NOW, n - 25))
for (const period of PERIODS) {
  await pushOrders('S-1', period, 0)
  await calculate(period)
}

const periodsOf = (data: { period: string }[]) => data.map(({ period }) => period)
const history = async (query = '') =>
  periodsOf((await done('bod', 'GET', `/api/sos/sellers/S-1/score/history${query}`)).data)

t.test('a score history has at most 24 periods, the newest of those that match', async (t) => {
  t.same(await history(), PERIODS.slice(2))
  t.same(await history(`?to=${PERIODS[24]}`), PERIODS.slice(1, 25))
  t.same(await history(`?from=${PERIODS[0]}&to=${PERIODS[23]}`), PERIODS.slice(0, 24))
})

t.test('a KPI history has at most 12 periods, the newest', async (t) => {
  t.same(periodsOf(await kpisOf(am_id, ...PERIODS.slice(14))), PERIODS.slice(14))
})

t.test('a page has 20 rows unless asked for another number', async (t) => {
  for (const [query, rows, page, limit] of [
    ['', 20, 1, 20],
    ['?page=2', 1, 2, 20],
    ['?page=3', 0, 3, 20],
    ['?limit=5', 5, 1, 5],
    ['?limit=500', 21, 1, 500],
  ] as const)
    await t.test(query || 'without a query', async (t) => {
      for (const path of ['sellers', 'sos/monthly']) {
        const { data, ...envelope } = await done('bod', 'GET', `/api/${path}${query}`)
        t.same([data.length, envelope], [rows, { total: 21, page, limit }], path)
      }
    })
})
