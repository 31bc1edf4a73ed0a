import { firstDay, lastDayOf } from '../../src/scoring/month.ts'
import type { ApiClient } from './api-client.ts'
import { type Calendar, FINISHED_MONTHS, monthOf } from './calendar.ts'
import type { Demo } from './demo.ts'

interface Item {
  id: number
  seller_code: string
  status: string
}

/**
 * What the operator does about the scores of a month: the oldest become final, of the latest finished month the worst
 * falls are reviewed and some appealed, all finished months are surcharged. Returns how the scores stand, for people
 * to read. A month that is repeated after a start that was cut off gets nothing twice.
 */
export async function followUp(api: ApiClient, calendar: Calendar, month: number): Promise<string> {
  const { periods } = calendar
  const period = periods[month] as string
  if (month === FINISHED_MONTHS) {
    await subscribe(api)
    await draftRules(api, calendar)
    return 'draft'
  }
  const isLatest = month === FINISHED_MONTHS - 1
  const review = { period, reviewed_by: 'Lucas Moreau', notes: 'Monthly review' }
  if (isLatest) await reviewFalls(api, period)
  else await api.post('am.head', '/api/sos/monthly/finalize', review)
  await api.post('ops.head', '/api/surcharges/evaluate', { period })
  if (month === 0) await settleSurcharges(api, period)
  if (isLatest) for (const appeal of APPEALS) await appealScore(api, period, appeal)
  return isLatest ? 'the worst falls under review' : 'final'
}

/** Puts the twelfth of the scores that fell most under review: the same ones when it is repeated. */
async function reviewFalls(api: ApiClient, period: string) {
  type Score = Item & { trend: { delta: number } }
  const scores = await api.list<Score>('ops.head', `/api/sos/monthly?period=${period}&limit=500`)
  scores.sort((a, b) => a.trend.delta - b.trend.delta || (a.seller_code < b.seller_code ? -1 : 1))
  const review = { reviewed_by: 'Petra Novak', notes: 'A fall this deep is looked at before it counts' }
  for (const { id, status } of scores.slice(0, Math.ceil(scores.length / 12)))
    if (status === 'draft') await api.patch('ops.head', `/api/sos/monthly/${id}/review`, review)
}

/** Of the first surcharges one is applied and one waived. */
async function settleSurcharges(api: ApiClient, period: string) {
  const surcharges = await api.list<Item>('finance', `/api/surcharges?period=${period}&limit=500`)
  const [first, second] = surcharges.sort((a, b) => a.id - b.id)
  if (first) await api.patch('finance', `/api/surcharges/${first.id}`, { status: 'applied' })
  if (second) await api.patch('finance', `/api/surcharges/${second.id}`, { status: 'waived' })
}

/** Who appeals, and how far it has come: the decisions of both reviews and the component's new value. */
const APPEALS: [username: string, ops?: string, am?: string, raw_after?: number][] = [
  ['am.dana', 'approve', 'approve', 97],
  ['am.jonas', 'reject', 'reject'],
  ['am.mira', 'approve'],
  ['am.samuel'],
  ['am.yuki', 'partially_approve', 'partially_approve', 92],
]
const REASON = {
  component_appealed: 'o_score',
  appeal_reason_type: 'carrier_fault',
  description: 'The carrier missed its pick-ups for three days; the goods stood ready in time.',
  evidence_urls: ['https://files.example.com/pickup-protocol.pdf'],
}

/** An account manager's appeal for the first seller of the portfolio, if there is one. */
async function appealScore(api: ApiClient, period: string, appeal: (typeof APPEALS)[number]) {
  const [username, ops, am, raw_after] = appeal
  const find = async () => (await api.list<Item>(username, `/api/appeals?period=${period}`))[0]
  const [score] = await api.list<Item>(username, `/api/sos/monthly?period=${period}&limit=1`)
  if (score && !(await find()))
    await api.post(username, '/api/appeals', { ...REASON, period, seller_code: score.seller_code })
  const { id, status } = (await find()) ?? {}
  const opsReview = { decision: ops, notes: 'Checked against the dock log', reviewed_by: 'Petra Novak' }
  const amReview = { decision: am, notes: 'Decided after a call', reviewed_by: 'Lucas Moreau' }
  const score_adjustment = raw_after && { o_score_raw_after: raw_after }
  if (ops && status === 'pending') await api.patch('ops.head', `/api/appeals/${id}/review-ops`, opsReview)
  if (am && (status === 'pending' || status === 'under_review'))
    await api.patch('am.head', `/api/appeals/${id}/review-am`, { ...amReview, score_adjustment })
}

/** A subscription that is paused, to see one: nothing listens at its address. */
async function subscribe(api: ApiClient) {
  const url = 'https://hooks.example.com/seller-scores'
  if ((await api.list('board', '/api/webhooks')).length === 0)
    await api.post('board', '/api/webhooks', { name: 'Data warehouse', url, events: ['*'], is_active: false })
}

const DRAFT = {
  name: 'Gold asks for more of every component',
  changes: [
    {
      type: 'tiers',
      op: 'put',
      fields: {
        name: 'Gold',
        min_score: 80,
        min_component_score: 65,
        color: '#D4A017',
        benefits: '2 % off handling, campaign priority',
      },
    },
  ],
  guards: { max_tier_drops: 50, max_psi: 0.25 },
}

/** Drafts a change of the rules and has it tried on the finished months; what a repeat finds is not made again. */
async function draftRules(api: ApiClient, { periods }: Calendar) {
  const [known] = await api.list<{ id: number }>('am.head', '/api/config/drafts')
  const { id: draft_id } = known ?? (await api.post<{ id: number }>('am.head', '/api/config/drafts', DRAFT))
  if ((await api.list('am.head', '/api/backtests')).length > 0) return
  const [from, to] = [periods[0], periods[FINISHED_MONTHS - 1]]
  await api.post('am.head', '/api/backtests', { draft_id, from, to, bonus_base: 1_000 })
}

/** Exceptions and the month each is for, of sellers whose facts give reason. Scoring does not know the last rule. */
export function exceptionsOf({ calendar, sellers }: Demo) {
  const staying = sellers.filter(({ ends }) => ends > calendar.anchor)
  const settled = staying.filter(({ starts }) => starts < firstDay(calendar.periods[0] as string))
  const newcomer = staying.find((seller) => !settled.includes(seller))
  const held = settled.find(({ archetype }) => archetype === 'stale stock')
  const [cutOff, misrouted] = settled.filter(({ trajectory }) => trajectory === 'one bad month')
  const [pilot, noted] = settled.filter(({ trajectory }) => trajectory === 'steady')
  const started = newcomer ? monthOf(calendar, newcomer.starts) : 0
  const rows = [
    [0, held, 'force_majeure', 'i_score', { op: 'floor', value: 50 }, 'Goods were held at customs'],
    [started, newcomer, 'onboarding', 'p_score', { op: 'exclude' }, 'No sales history to forecast from yet'],
    [2, cutOff, 'system_outage', 'o_score', { op: 'floor', value: 75 }, 'Our order interface was down'],
    [2, misrouted, 'system_outage', 't_score', { op: 'exclude' }, 'Tickets were routed to the wrong seller'],
    [2, pilot, 'manual_adjustment', null, { op: 'add', value: 2.5 }, 'Took part in the packaging pilot'],
    [3, noted, 'manual_adjustment', null, { review: 'discuss packaging' }, 'A note for the next review'],
  ] as const
  return rows.flatMap(
    ([month, seller, exception_type, score_component_affected, adjustment_rule, reason]) => {
      const period = calendar.periods[month] as string
      const dates = { effective_from: firstDay(period), effective_to: lastDayOf(period) }
      const body = { exception_type, score_component_affected, adjustment_rule, reason, ...dates }
      return seller
        ? [{ month, seller_code: seller.code, body: { ...body, approved_by: 'Lucas Moreau' } }]
        : []
    },
  )
}

/** Makes the exceptions of a month, unless they are there. The key is for a second process, where the lock was lost. */
export async function makeExceptions(api: ApiClient, demo: Demo, month: number) {
  for (const { seller_code, body } of exceptionsOf(demo).filter((exception) => exception.month === month)) {
    const url = `/api/sellers/${seller_code}/exceptions`
    const key = { 'idempotency-key': `demo-exception-${seller_code}` }
    if ((await api.list('am.head', url)).length === 0) await api.post('am.head', url, body, key)
  }
}
