import t from 'tap'
import { GOOD } from '../good-records.ts'
import { syncApp } from '../sync-app.ts'

const { app, push } = await syncApp(t, { WORKER: 'off', DATABASE_POOL_SIZE: '3' }) // one connection for all pushes

/** How often kept statements of pushes were used, with a plan of their own for these records and with the one that is kept. */
const uses = () =>
  app.db.bulk.row<{ custom: number; generic: number }>(
    `select coalesce(sum(custom_plans), 0)::int as custom, coalesce(sum(generic_plans), 0)::int as generic
     from pg_prepared_statements where name like 'push-%'`,
  )

/** From the sixth use on PostgreSQL keeps a plan that seems no worse than those before. */
const OFTEN = 7

const orders = (count: number, more: object) =>
  Array.from({ length: count }, (_, n) => ({ ...GOOD.orders, order_code: `O-${n}`, ...more }))

t.test('a kept plan is for few records: many have one of their own', async (t) => {
  for (const more of [{}, { deleted: true }]) {
    const usesOf = async (count: number) => {
      const before = await uses()
      for (let n = 0; n < OFTEN; n++) t.match(await push('orders', orders(count, more)), { status: 200 })
      const { custom = 0, generic = 0 } = (await uses()) ?? {}
      return { custom: custom - (before?.custom ?? 0), generic: generic - (before?.generic ?? 0) }
    }
    t.match(await usesOf(1), { custom: 5, generic: OFTEN - 5 })
    t.match(await usesOf(101), { custom: OFTEN, generic: 0 })
  }
})
