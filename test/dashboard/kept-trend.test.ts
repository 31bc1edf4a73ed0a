import t from 'tap'
import { TREND } from '../../plugins/dashboard/trend-queries.ts'
import { makeSeller, score } from '../account-managers/scored-sellers.ts'
import { testApp } from '../setup/app.ts'

const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'off' })
const other = await testApp(t, { WORKER: 'off', DATABASE_URL })
const { db } = app
const seller = (await makeSeller(app)).id
await score(app, { seller_id: seller, period: '2026-03', total_sos: 70 })

/** The trend as this process answers it, held against one that a process without memory of it would give. */
async function trend(query = '?from=2026-01&to=2026-03') {
  const { body } = await call('bod', 'GET', `/api/dashboard/trend${query}`)
  return body
}

const mean = async () => (await trend()).data[2].mean

/** How often the months are summed up while something is done: who asks and the version are read elsewhere. */
async function sumsDuring(work: () => Promise<unknown>) {
  let sums = 0
  const count = () => sums++
  db.pool.on('acquire', count)
  await work()
  db.pool.off('acquire', count)
  return sums
}

t.test('what has not changed is not summed up again', async (t) => {
  t.equal(await sumsDuring(trend), 1)
  t.equal(await sumsDuring(trend), 0)
  await db.run(`update monthly_scores set total_sos = 1 where period = '2026-04'`)
  t.equal(await sumsDuring(trend), 0, 'no row of the months was changed')
  t.equal(await sumsDuring(() => trend('?from=2026-02&to=2026-03')), 1, 'other months are another answer')
})

t.test('each change of what it is summed up from is in the next answer, whoever made it', async (t) => {
  const [explained] = await db.rows<object>(`explain (format json) ${TREND}`, [['2026-03'], null, null])
  const read = JSON.stringify(explained).matchAll(/"Relation Name":"(\w+)"/g)
  t.same([...new Set(Array.from(read, ([, name]) => name))].sort(), [
    'appeals',
    'dashboard_changes',
    'monthly_scores',
    'sellers',
    'surcharges',
  ])
  t.equal(await mean(), 70)
  await other.app.db.run(`update monthly_scores set total_sos = 66 where period = '2026-03'`)
  t.equal(await mean(), 66)
  await other.app.db.run(
    `insert into surcharges (seller_id, period, surcharge_type, amount, status)
     values (${seller}, '2026-01', 'planning_overload', 3, 'applied')`,
  )
  t.match((await trend()).data[0].surcharges.applied, { count: 1, amount: 3 })
  await other.app.db.run(`update surcharges set period = '2026-02'`)
  t.match((await trend()).data[0].surcharges.applied, { count: 0 })
  t.match((await trend()).data[1].surcharges.applied, { count: 1 })
  await db.run(`delete from monthly_scores`)
  t.equal(await mean(), null)
})

t.test('where changes are not noted, each answer is summed up', async (t) => {
  await db.run(`insert into dashboard_changes (period) values ('')`)
  t.equal(await sumsDuring(trend), 1)
  t.equal(await sumsDuring(trend), 1)
})
