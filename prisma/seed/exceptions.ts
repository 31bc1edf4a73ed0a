import { firstDay } from '../../src/scoring/month.ts'
import type { ApiClient } from './api-client.ts'
import { lastDay, monthOf } from './calendar.ts'
import type { Demo } from './demo.ts'

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
      const dates = { effective_from: firstDay(period), effective_to: lastDay(period) }
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
