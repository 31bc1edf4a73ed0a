import { readFile } from 'node:fs/promises'
import t from 'tap'
import { verifier } from '../../../src/verify/index.ts'
import { testApp } from '../../setup/app.ts'
import { approvedAppeal } from '../../setup/approved-appeal.ts'
import { leavesCome } from '../../transparency/setup.ts'
import { day, factsOf, makeSeller } from '../setup.ts'

// What was late or unanswered by the fault of others has no part in what judges the seller, and counts in all volumes.

const { app, call, done } = await testApp(t, { WORKER: 'on' })
const { id, seller_code } = await makeSeller(app)
const factsOfSeller = factsOf(app, id)
const period = '2026-03'
const score = `/api/sos/sellers/${seller_code}/score`
const hundred = Array.from({ length: 100 }, (_, index) => index)

/** 100 orders, of which 20 are late; `fault` is that of ten of these. */
const ordersWith = (fault: string | null) =>
  hundred.map((n) => ({
    order_code: `O-${n}`,
    seller_code,
    ordered_at: '2026-03-02T08:00:00Z',
    ready_by: '2026-03-04T12:00:00Z',
    ready_at: n < 20 ? '2026-03-05T12:00:00Z' : '2026-03-04T11:00:00Z',
    late_fault: n < 10 ? fault : n > 90 ? 'operator' : null, // that of an order on time says nothing
  }))

const push = async (feed: string, records: object[]) =>
  t.equal((await done('system', 'POST', `/api/sync/${feed}`, { records })).rejected, 0)

interface Explained {
  metric: string
  numerator: number
  denominator: number
  value: number | null
  na: string | null
  na_reason: string | null
  left_out?: Record<string, number>
}

/** What the explanation says beside itself. */
let unnamed: Record<string, number> | undefined

const explained = () => done('bod', 'GET', `${score}/explanation?period=${period}`)

/** The metrics, by name. */
async function metricsNow(): Promise<Record<string, Explained>> {
  const body = await explained()
  unnamed = body.unnamed
  return Object.fromEntries((body.metrics as Explained[]).map((one) => [one.metric, one]))
}

/** The same after the month has been calculated again. */
async function calculated() {
  await done('bod', 'POST', '/api/sos/monthly/calculate', { period })
  return metricsNow()
}

const rowsOf = (metric: string) =>
  done('bod', 'GET', `${score}/facts?period=${period}&metric=${metric}&limit=500`)

await push('forecasts', [{ seller_code, period, forecast_orders: 90, submitted_at: '2026-02-01T00:00:00Z' }])
await factsOfSeller.stock({ quantity: 50, snapshot_on: day('2026-03-30'), received_on: day('2026-03-01') })

t.test('of 100 orders 20 are late, ten of them by the operator’s fault', async (t) => {
  await push('orders', ordersWith(null))
  const before = await calculated()
  const [, rows = ''] =
    (await readFile('docs/fault.md', 'utf8')).match(/\| with it \|\n\|[-|]+\n((?:\|.*\n)+)/) ?? []
  t.match(before.on_time_ready_rate, { numerator: 80, denominator: 100, value: 80 })
  t.notOk('left_out' in (before.on_time_ready_rate ?? {}))
  t.same(unnamed, { orders: 20 }, 'what names no fault is counted beside the explanation')
  await push('orders', ordersWith('operator'))
  const after = await calculated()
  t.match(after.on_time_ready_rate, { numerator: 80, denominator: 90, left_out: { operator: 10 } })
  t.same(unnamed, { orders: 10 })
  for (const metric of ['order_data_accuracy', 'seller_cancel_rate', 'forecast_error', 'seller_ticket_rate'])
    t.same(after[metric], before[metric], metric)
  for (const [, metric = '', without, withIt] of rows.matchAll(/\| `(\w+)` \| (.+?) \| (.+?) \|/g)) {
    const said = (one?: Explained) => `${one?.numerator} ÷ ${one?.denominator}`
    t.same([said(before[metric]), said(after[metric])], [without, withIt], `docs/fault.md, ${metric}`)
  }
  t.match(rows, 'forecast_error')
  t.match(after.order_data_accuracy, { denominator: 100 })
  t.match(after.forecast_error, { denominator: 100 })
  t.same(after.weeks_of_cover, before.weeks_of_cover)
})

t.test('the ten stand in the list of facts, add nothing, and say whose fault it was', async (t) => {
  const { data, total, numerator, denominator } = await rowsOf('on_time_ready_rate')
  t.same({ total, numerator, denominator }, { total: 100, numerator: 80, denominator: 90 })
  const leftOut = data.filter((row: { left_out?: string }) => row.left_out)
  t.equal(leftOut.length, 10)
  for (const row of leftOut)
    t.match(row, { left_out: 'operator', numerator: 0, denominator: 0, record: { late_fault: 'operator' } })
  const accuracy = await rowsOf('order_data_accuracy')
  t.equal(accuracy.data.filter((row: object) => 'left_out' in row).length, 0)
})

t.test('the reason says how many are left out', async (t) => {
  const { reasons } = (await call('bod', 'GET', `${score}/reasons?period=${period}`)).body
  t.match(
    JSON.stringify(reasons),
    "80 of 90 orders due were ready on time: 88.89 % (not counted: 10 by the operator's fault)",
  )
})

t.test(
  'a ticket whose reply another owed is in no rate of replies, and its weight counts by its own fault',
  async (t) => {
    const ticket = { seller_code, category: 'delivery', opened_at: '2026-03-05T08:00:00Z' }
    const answered = { replied_at: '2026-03-05T09:00:00Z', resolved_at: '2026-03-05T10:00:00Z' }
    await push('tickets', [
      { ticket_code: 'T-1', ...ticket, fault: 'seller', reply_fault: 'carrier' },
      { ticket_code: 'T-2', ...ticket, ...answered },
      { ticket_code: 'T-3', ...ticket, fault: 'operator' },
      { ticket_code: 'T-4', ...ticket, reply_fault: 'seller' },
    ])
    const metrics = await calculated()
    t.same(unnamed, { orders: 10, tickets: 1 })
    t.match(metrics.seller_ticket_rate, { numerator: 3, denominator: 100 })
    t.match(metrics.ticket_reply_rate, { numerator: 1, denominator: 3, left_out: { carrier: 1 } })
    t.match(metrics.ticket_overdue_rate, { numerator: 2, denominator: 3, left_out: { carrier: 1 } })
    const { data, total } = await rowsOf('ticket_overdue_rate')
    t.equal(total, 4)
    t.match(
      data.map(({ left_out, denominator }: { left_out?: string; denominator: number }) => [
        left_out,
        denominator,
      ]),
      [
        [null, 1],
        [null, 1],
        [null, 1],
        ['carrier', 0],
      ],
      'the overdue ones first, what is left out last',
    )
    const stored = (
      await app.db.rows<{ fault: string | null }>('select fault from tickets order by ticket_code')
    ).map(({ fault }) => fault)
    t.same(stored, ['seller', null, 'operator', null], 'a fault that is not said is null')
  },
)

t.test('levers, what-if, sensitivity and projection stay within what is judged', async (t) => {
  const path = await call('bod', 'POST', `${score}/path`, { period, target_total: 100 })
  t.ok(path.status < 500, JSON.stringify(path.body))
  t.equal((await call('bod', 'GET', `${score}/sensitivity?period=${period}`)).status, 200)
  const whatIf = (facts: object) => call('bod', 'POST', `${score}/what-if`, { period, facts })
  t.equal((await whatIf({ overdue_tickets: '1' })).status, 200)
  const refused = await whatIf({ overdue_tickets: '2' })
  t.match(refused, { status: 400 })
  t.match(refused.body.error, /overdue_tickets would be 4 of 3 resolve_due/)
})

t.test('too few rows without those left out: no value, and the reason says so', async (t) => {
  await push(
    'orders',
    ordersWith(null).map((order, n) => ({
      ...order,
      ready_at: n < 80 ? '2026-03-05T12:00:00Z' : order.ready_at,
      late_fault: n < 80 ? 'customer' : null,
    })),
  )
  const { on_time_ready_rate, order_data_accuracy } = await calculated()
  t.match(on_time_ready_rate, { value: null, na: 'left_out', left_out: { customer: 80 } })
  t.match(
    on_time_ready_rate?.na_reason,
    /needs at least 30 .*without those left out as not the seller's fault there were 20/,
  )
  t.match(order_data_accuracy, { value: 100 })
})

t.test('a fault that is taken back leaves nothing of it', async (t) => {
  await push('orders', ordersWith(null))
  const { on_time_ready_rate } = await calculated()
  t.match(on_time_ready_rate, { numerator: 80, denominator: 100 })
  t.notOk('left_out' in (on_time_ready_rate ?? {}))
})

t.test('a run that has lost the sums it kept counts what names no fault all the same', async (t) => {
  await app.db.run`create rule lost as on insert to run_aggregates do instead nothing`
  await push('orders', ordersWith('operator'))
  await calculated()
  t.equal(unnamed?.orders, 10)
  await app.db.run`drop rule lost on run_aggregates`
})

t.test('a certificate of it verifies, and its inputs say how much was left out', async (t) => {
  await done('bod', 'POST', '/api/sos/monthly/finalize', { period })
  await leavesCome(app, 1)
  const certificate = await done('bod', 'GET', `${score}/certificate?period=${period}`)
  t.match(JSON.parse(certificate.inputs).aggregates, {
    ...{ orders: '100', ready_due: '90', late_fault_operator: '10', reply_fault_carrier: '1' },
  })
  const { keys } = await done('bod', 'GET', '/api/transparency/key')
  const { valid, checks } = verifier(keys.map(({ key }: { key: string }) => key))(certificate)
  t.equal(valid, true, JSON.stringify(checks))
})

t.test('an appeal that is approved keeps what was left out', async (t) => {
  await approvedAppeal({ done }, { seller_code, period }, { o_score_raw_after: 88 })
  t.match((await explained()).components.o_score, { raw: 88 })
  t.match((await metricsNow()).on_time_ready_rate, { denominator: 90, left_out: { operator: 10 } })
})
