import type { Call } from './caller.ts'
import type { Demo } from './demo.ts'
import { ACCOUNT_MANAGERS } from './people.ts'

// What a month's scores lead to. Everything looks first at what is there, so that a month that is repeated after a
// start that was cut off adds nothing.

/** Surcharges by the rules for every finished month; of the oldest month's one is applied and one waived. */
export async function levySurcharges(call: Call, { calendar }: Demo, month: number) {
  if (month === calendar.periods.length - 1) return
  const period = calendar.periods[month]
  await call('ops.head', 'POST', '/api/surcharges/evaluate', { period })
  if (month > 0) return
  const { data } = await call<{ data: { id: number; status: string }[] }>(
    'ops.head',
    'GET',
    `/api/surcharges?period=${period}`,
  )
  const [applied, waived] = data.toSorted((a, b) => a.id - b.id)
  if (applied?.status === 'pending')
    await call('finance', 'PATCH', `/api/surcharges/${applied.id}`, { status: 'applied' })
  if (waived?.status === 'pending')
    await call('finance', 'PATCH', `/api/surcharges/${waived.id}`, { status: 'waived' })
}

/** How far the appeal of each account manager has come, in the order of the account managers. */
const COURSES = [
  { ops: 'approve', am: 'approve', raw_after: 97 },
  { ops: 'reject', am: 'reject' },
  { ops: 'approve' },
  {},
  { ops: 'partially_approve', am: 'partially_approve', raw_after: 92 },
]

interface Appeal {
  id: number
  status: string
}

/** One appeal of each account manager against a score of the latest finished month. */
export async function appealScores(call: Call, { calendar }: Demo, month: number) {
  if (month !== calendar.periods.length - 2) return
  const period = calendar.periods[month] as string
  for (const [index, { name }] of ACCOUNT_MANAGERS.entries()) {
    const username = `am.${name.split(' ')[0]?.toLowerCase()}`
    const appeal = await appealOf(call, username, period)
    if (appeal) await review(call, appeal, COURSES[index] ?? {})
  }
}

/** The account manager's appeal, which is about the first seller of the portfolio; undefined without a seller. */
async function appealOf(call: Call, username: string, period: string): Promise<Appeal | undefined> {
  const open = () => call<{ data: Appeal[] }>(username, 'GET', `/api/appeals?period=${period}`)
  const known = (await open()).data[0]
  if (known) return known
  const scores = await call<{ data: { seller_code: string }[] }>(
    username,
    'GET',
    `/api/sos/monthly?period=${period}&limit=1`,
  )
  const seller_code = scores.data[0]?.seller_code
  if (!seller_code) return undefined
  await call(username, 'POST', '/api/appeals', {
    seller_code,
    period,
    component_appealed: 'o_score',
    appeal_reason_type: 'carrier_delay',
    description: 'The carrier missed its pick-ups for three days; the goods stood ready in time.',
    evidence_urls: ['https://files.example.com/pickup-protocol.pdf'],
  })
  return (await open()).data[0]
}

async function review(call: Call, { id, status }: Appeal, { ops, am, raw_after }: (typeof COURSES)[number]) {
  if (ops && status === 'pending')
    await call('ops.head', 'PATCH', `/api/appeals/${id}/review-ops`, {
      decision: ops,
      notes: 'Checked against the dock log',
      reviewed_by: 'Petra Novak',
    })
  if (am && (status === 'pending' || status === 'under_review'))
    await call('am.head', 'PATCH', `/api/appeals/${id}/review-am`, {
      decision: am,
      notes: 'Decided after a call with the seller',
      reviewed_by: 'Lucas Moreau',
      ...(raw_after && { score_adjustment: { o_score_raw_after: raw_after } }),
    })
}

/** A subscription that is paused, to see one: nothing listens at its address. */
export async function subscribe(call: Call) {
  const { total } = await call<{ total: number }>('board', 'GET', '/api/webhooks')
  if (total > 0) return
  const { id } = await call<{ id: number }>('board', 'POST', '/api/webhooks', {
    name: 'Data warehouse',
    url: 'https://hooks.example.com/seller-scores',
    events: ['*'],
  })
  await call('board', 'PATCH', `/api/webhooks/${id}`, { is_active: false })
}
