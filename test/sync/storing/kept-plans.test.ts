import t from 'tap'
import { GOOD } from '../good-records.ts'
import { syncApp } from '../sync-app.ts'

const { app, push } = await syncApp(t, { WORKER: 'off', DATABASE_POOL_SIZE: '3' }) // one connection for all pushes

/** How often the kept plans of pushes were used. */
const uses = () =>
  app.db.bulk.value<number>(
    `select coalesce(sum(generic_plans + custom_plans), 0)::int from pg_prepared_statements where name like 'push-%'`,
  )

const orders = (count: number, more = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...GOOD.orders, order_code: `O-${n}`, ...more }))

t.test('a kept plan is for few records: many have one of their own', async (t) => {
  for (const more of [{}, { deleted: true }]) {
    const before = await uses()
    t.match(await push('orders', orders(1, more)), { status: 200 })
    t.equal(await uses(), before + 1)
    t.match(await push('orders', orders(101, more)), { status: 200 })
    t.equal(await uses(), before + 1)
  }
})
