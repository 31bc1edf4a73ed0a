import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { listening, until, type Who } from './over-http.ts'

// A portfolio changes hands: what was stays with the one who did the work, what comes belongs to the other.

const NOW = periodOf(new Date(), 'UTC')
const LAST = shiftPeriod(NOW, -1)
const { ask, done, as, user } = await listening(t)
const first = user.am.am_id as number
let second: number
let secondUser: Who

const SELLERS = ['S-1', 'S-2', 'S-3', 'S-4']
const calculate = (period: string) => done(as.am_head, 'POST', '/api/sos/monthly/calculate', { period })
const detail = (am: number, period: string) =>
  done(as.am_head, 'GET', `/api/am/portfolio/${am}?period=${period}`)
const codes = ({ sellers }: { sellers: { seller_code: string }[] }) =>
  sellers.map(({ seller_code }) => seller_code)
const history = async (am: number) => (await done(as.am_head, 'GET', `/api/am/portfolio/${am}/history`)).data

/** Forty orders of each seller; of S-3 two are cancelled by its fault. */
const pushOrders = (period: string) =>
  done(as.system, 'POST', '/api/sync/orders', {
    records: SELLERS.flatMap((seller_code) =>
      Array.from({ length: 40 }, (_, n) => ({
        seller_code,
        order_code: `${period}-${n}`,
        ordered_at: `${period}-01T00:00:00Z`,
        ...(seller_code === 'S-3' &&
          n < 2 && { cancelled_at: `${period}-01T00:00:00Z`, cancel_fault: 'seller' }),
      })),
    ),
  })

t.before(async () => {
  const email = 'second@example.com'
  second = (await done(as.am_head, 'POST', '/api/sellers/am/create', { name: 'Second AM', email })).id
  const account = { username: 'second', full_name: 'Second AM', role: 'am', am_id: second, email }
  const { id } = await done(as.bod, 'POST', '/api/users', account)
  secondUser = { 'x-user-id': String(id) }
  for (const seller_code of SELLERS)
    await done(as.ops_head, 'POST', '/api/sellers', {
      seller_code,
      company_name: `Company ${seller_code}`,
      contract_start_date: '2020-01-01',
      assigned_am_id: first,
    })
})

t.test('the month of the first account manager ends with a bonus line', async (t) => {
  await pushOrders(LAST)
  await calculate(LAST)
  const line = await until(
    () => detail(first, LAST),
    ({ computed_at }) => computed_at !== null,
  )
  // Σ totals ÷ 4 = 89.7925 weighs 60, no seller in a low tier 15; nobody has a previous total.
  t.match(line, {
    kpi: 91.83,
    assessed: true,
    band: 'Outstanding',
    percent: 15,
    rated_sellers: 4,
    avg_sos: 89.79,
  })
  t.match(line.parts, {
    portfolio_sos: { value: 89.7925, points: 89.7925, weight: 60 },
    portfolio_change: { value: null, points: null },
    low_tier_share: { value: 0, points: 100, weight: 15 },
  })
  t.same(codes(line), SELLERS)
})

t.test('three of four sellers move to the second one, who sees them from then on', async (t) => {
  for (const seller of SELLERS.slice(1))
    await done(as.ops_head, 'PATCH', `/api/sellers/${seller}`, { assigned_am_id: second })
  const seen = async (who: Who) =>
    (await done(who, 'GET', '/api/sellers')).data.map(
      ({ seller_code }: { seller_code: string }) => seller_code,
    )
  t.same([await seen(as.am), await seen(secondUser)], [['S-1'], ['S-2', 'S-3', 'S-4']])
  const score = '/api/sos/sellers/S-3/score'
  t.same([(await ask(as.am, 'GET', score)).status, (await ask(secondUser, 'GET', score)).status], [403, 200])
  t.equal((await ask(as.am, 'GET', `/api/am/portfolio/${second}`)).status, 403)
  t.equal((await ask(secondUser, 'GET', `/api/am/portfolio/${second}`)).status, 200)
})

t.test('this month counts for the second one', async (t) => {
  await pushOrders(NOW)
  await calculate(NOW)
  const line = await until(
    () => detail(second, NOW),
    ({ computed_at }) => computed_at !== null,
  )
  t.same(codes(line), ['S-2', 'S-3', 'S-4'])
  // (100 + 59.17 + 100) ÷ 3 = 86.39 weighs 60, no change 50 points at 25, no low tier 100 points at 15.
  t.match(line, { kpi: 79.33, assessed: true, band: 'Solid', percent: 0 })
  const other = await until(
    () => detail(first, NOW),
    ({ computed_at }) => computed_at !== null,
  )
  t.match(other, { assessed: false, band: null, percent: null, rated_sellers: 1 })
})

t.test('last month stays with the first one, also when it is calculated again and made final', async (t) => {
  const before = (await history(first))[0]
  await calculate(LAST)
  await done(as.am_head, 'POST', '/api/sos/monthly/finalize', { period: LAST })
  const again = await until(
    () => history(first),
    ([{ computed_at }]) => computed_at > before.computed_at,
  )
  t.same({ ...again[0], computed_at: before.computed_at }, before)
  t.match(again, [{ period: LAST, percent: 15 }, { period: NOW }])
  t.match(await history(second), [{ period: NOW, percent: 0 }])
  t.same(codes(await detail(first, LAST)), SELLERS)
  t.same(codes(await detail(second, LAST)), [])
})
