import t from 'tap'
import type { Explanation } from '../../../console/logic/seller/waterfall.ts'
import { consoleService } from '../browser.ts'

// A metric's page says what was left out of it, why, and how much names no fault.

const { openConsole, call, app } = await consoleService(t)
const METRIC = 'on_time_ready_rate'

const { period } = await app.db.one<{ period: string }>('select max(period) as period from monthly_scores')
const { seller_code, late } = await app.db.one<{ seller_code: string; late: number }>(
  `select s.seller_code, count(*)::int as late from orders o join sellers s on s.id = o.seller_id
   where o.ready_at > o.ready_by and o.cancelled_at is null and o.ready_at < now()
     and to_char(o.ordered_at at time zone 'UTC', 'YYYY-MM') = $1 and s.status = 'active'
   group by 1 having count(*) > 2 order by 2 desc, 1 limit 1`,
  [period],
)
const score = `/api/sos/sellers/${seller_code}/score`

/** Names the operator's fault in one order that was late, and calculates the month again. */
async function nameOne() {
  const { data } = (await call('bod', 'GET', `${score}/facts?period=${period}&metric=${METRIC}&limit=500`))
    .body
  const found = data.find(
    ({
      numerator,
      denominator,
      record,
    }: {
      numerator: number
      denominator: number
      record: { ready_at: unknown }
    }) => numerator === 0 && denominator === 1 && record.ready_at,
  )
  const order = { ...found.record, seller_code, late_fault: 'operator' }
  t.match((await call('system', 'POST', '/api/sync/orders', { records: [order] })).body, { updated: 1 })
  t.equal((await call('bod', 'POST', '/api/sos/monthly/calculate', { period })).status, 200)
}

t.test('a late order by the operator’s fault is left out, and the page says so', async (t) => {
  t.ok(late > 2, `${late} late orders of ${seller_code}`)
  await nameOne()
  const { unnamed } = (await call('bod', 'GET', `${score}/explanation?period=${period}`)).body as Explanation
  t.ok((unnamed?.orders ?? 0) > 0)
  const { page, checkAxe } = await openConsole(t, {
    as: 'viewer',
    path: `/console/sellers/${seller_code}/${period}/${METRIC}`,
  })
  await page.getByText('Left out: 1 by the operator’s fault.').waitFor()
  await page
    .getByText(`Late orders that name no fault, and count as the seller’s: ${unnamed?.orders}.`)
    .waitFor()
  await page.getByRole('columnheader', { name: 'Left out' }).waitFor()
  await page.getByRole('cell', { name: 'operator’s fault' }).first().waitFor()
  await checkAxe('a metric with what was left out')
})
