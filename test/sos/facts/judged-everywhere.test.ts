import t from 'tap'
import { verifier } from '../../../src/verify/index.ts'
import { testApp } from '../../setup/app.ts'
import { approvedAppeal } from '../../setup/approved-appeal.ts'
import { eventually } from '../../setup/eventually.ts'
import { leavesCome } from '../../transparency/setup.ts'
import { MARCH, makeSeller } from '../setup.ts'

// What others did wrong is left out wherever a score is used: surcharges, exceptions, appeals, certificates, corrections.

const one = await testApp(t, { WORKER: 'on' })
const { app, call, done } = one
const { id, seller_code } = await makeSeller(app)
const { period } = MARCH
const score = `/api/sos/sellers/${seller_code}/score`

async function push(feed: string, records: object[]) {
  const { rejected } = await done('system', 'POST', `/api/sync/${feed}`, { records })
  t.equal(rejected, 0)
}
const calculate = () => done('bod', 'POST', '/api/sos/monthly/calculate', { period })

/** 100 orders, of which 20 are late; the first `others` of these by the operator's fault. */
const orders = (others: number) =>
  Array.from({ length: 100 }, (_, n) => ({
    order_code: `O-${n}`,
    seller_code,
    ordered_at: '2026-03-02T08:00:00Z',
    ready_by: '2026-03-04T12:00:00Z',
    ready_at: n < 20 ? '2026-03-05T12:00:00Z' : '2026-03-04T11:00:00Z',
    late_fault: n < others ? 'operator' : null,
  }))

/** 10 tickets: 8 were never answered, as `reply_fault` owed it; 2 were at once. */
const tickets = (reply_fault: string | null) =>
  Array.from({ length: 10 }, (_, n) => ({
    ticket_code: `T-${n}`,
    seller_code,
    category: 'delivery',
    opened_at: '2026-03-05T08:00:00Z',
    fault: 'operator',
    ...(n < 8
      ? { reply_fault }
      : { replied_at: '2026-03-05T08:30:00Z', resolved_at: '2026-03-05T09:00:00Z' }),
  }))

interface Explained {
  metrics: { metric: string; component: string; numerator: number; denominator: number }[]
  components: Record<string, { measured: number | null; raw: number }>
  exceptions: { before: number; after: number }[]
}
const explained = (query = ''): Promise<Explained> =>
  done('bod', 'GET', `${score}/explanation?period=${period}${query}`)
const metricOf = ({ metrics }: Explained, name: string) => metrics.find(({ metric }) => metric === name)

await done('bod', 'POST', '/api/config/surcharge', {
  surcharge_type: 'slow_helpdesk',
  metric: 'ticket_overdue_rate',
  above: 50,
  amount: 100,
  per_point: 0,
  cap: null,
  reason: 'Tickets stay open',
  effective_from: period,
})
const surcharged = async () => {
  const { data } = await done('finance', 'POST', '/api/surcharges/evaluate', { period, dry_run: true })
  return data.some(({ surcharge_type }: { surcharge_type: string }) => surcharge_type === 'slow_helpdesk')
}

await push('orders', orders(0))
await push('tickets', tickets(null))
await calculate()

t.test('a surcharge that only the fault of others would bring is not brought', async (t) => {
  t.match(metricOf(await explained(), 'ticket_overdue_rate'), { numerator: 8, denominator: 10 })
  t.ok(await surcharged(), 'it is brought while they count as the seller’s')
  await push('orders', orders(10))
  await push('tickets', tickets('operator'))
  await calculate()
  t.match(metricOf(await explained(), 'ticket_overdue_rate'), { numerator: 0, denominator: 2 })
  t.notOk(await surcharged())
})

t.test('an exception bends what the judged rows came to', async (t) => {
  const measured = (await explained()).components.o_score?.measured as number
  t.ok(measured > 0)
  const exception = {
    exception_type: 'bonus',
    score_component_affected: 'o_score',
    adjustment_rule: { op: 'add', value: 5 },
    reason: 'As agreed',
    effective_from: '2026-03-01',
    effective_to: '2026-03-31',
  }
  await done('bod', 'POST', `/api/sellers/${id}/exceptions`, exception)
  await calculate()
  const { exceptions } = await explained()
  t.match(exceptions, [{ before: measured, after: measured + 5 }])
})

t.test('what-if and sensitivity stand on what is judged', async (t) => {
  const { after, before } = await done('bod', 'POST', `${score}/what-if`, {
    period,
    facts: { ready_on_time: '10' },
  })
  t.ok(after.total_sos > before.total_sos)
  const all = { ready_on_time: '11' }
  t.match(await call('bod', 'POST', `${score}/what-if`, { period, facts: all }), { status: 400 })
  t.match(await call('bod', 'GET', `${score}/sensitivity?period=${period}`), { status: 200 })
})

t.test('a certificate of it verifies, and its inputs say how much was left out', async (t) => {
  await done('bod', 'POST', '/api/sos/monthly/finalize', { period })
  await leavesCome(app, 1)
  const certificate = await done('bod', 'GET', `${score}/certificate?period=${period}`)
  t.match(JSON.parse(certificate.inputs).aggregates, {
    orders: '100',
    ready_due: '90',
    late_fault_operator: '10',
    reply_fault_operator: '8',
  })
  const { keys } = await done('bod', 'GET', '/api/transparency/key')
  const { valid, checks } = verifier(keys.map(({ key }: { key: string }) => key))(certificate)
  t.equal(valid, true, JSON.stringify(checks))
})

t.test('an appeal that is approved keeps what was left out', async (t) => {
  await approvedAppeal({ done }, { seller_code, period }, { o_score_raw_after: 88 })
  const now = await explained()
  t.match(now.components.o_score, { raw: 88 })
  t.match(metricOf(now, 'on_time_ready_rate'), { denominator: 90, left_out: { operator: 10 } })
})

t.test('faults that come after a month is final are seen by a correction of its facts', async (t) => {
  await push('orders', orders(20))
  const asked = { period, reason: 'late', dry_run: true, facts_only: true }
  const { id } = await done('bod', 'POST', '/api/sos/monthly/corrections', asked)
  const path = `/api/sos/monthly/corrections/${id}`
  await eventually(async () => (await call('bod', 'GET', path)).body.status === 'computed')
  const { data } = await done('bod', 'GET', `${path}/sellers`)
  t.match(data, [{ seller_code, delta: Number }])
  t.ok(data[0].delta > 0, 'nothing that was late is the seller’s any more')
})
