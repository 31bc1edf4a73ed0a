import t from 'tap'
import { LAST, NOW } from '../setup/months.ts'
import { service } from '../spec/service.ts'

const api = await service(t)
const { done, create, push, pushOrders, calculate } = api
const quality = (period: string) => done('viewer', 'GET', `/api/sos/monthly/quality?period=${period}`)

t.test('of an empty system nothing is complete; facts are judged, and scores without facts', async (t) => {
  t.match(await quality(LAST), { result: 'nothing', checks: [] })
  t.match(await quality(NOW), { result: 'nothing', checks: [{ id: 'month_not_over' }] })
  await create('/api/sellers', { seller_code: 'S-1', company_name: 'One', contract_start_date: '2020-01-01' })
  t.match(await quality(LAST), { result: 'nothing' }, 'a seller alone is nothing to judge')
  await pushOrders('S-1', LAST, 0)
  t.not((await quality(LAST)).result, 'nothing')
  t.match(await quality('2020-02'), { result: 'nothing' })
  await calculate('2020-02')
  t.not((await quality('2020-02')).result, 'nothing')
})

t.test('totals that were declared of the running month are compared, and block nothing', async (t) => {
  await pushOrders('S-1', NOW, 0)
  const declare = (records: number) =>
    done('system', 'POST', '/api/sync/orders/control-totals', { period: NOW, totals: { records } })
  await declare(40)
  t.same(
    (await quality(NOW)).checks.map(({ id }: { id: string }) => id),
    ['month_not_over'],
  )
  await declare(100)
  t.match((await quality(NOW)).checks, [
    { id: 'month_not_over', level: 'block' },
    { id: 'control_total:orders', level: 'warning', value: 40, expected: 100, sentence: /60 missing/ },
  ])
})

t.test('what was taken back is no fact', async (t) => {
  const order_code = `${LAST}-x`
  const order = { seller_code: 'S-1', order_code, ordered_at: '2019-05-05T00:00:00Z' }
  await push('orders', order)
  t.not((await quality('2019-05')).result, 'nothing')
  await push('orders', { ...order, deleted: true })
  t.match(await quality('2019-05'), { result: 'nothing' })
})
