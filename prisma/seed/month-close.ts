import type { Call } from './caller.ts'
import type { Demo } from './demo.ts'

/** Of the latest finished month's scores one in so many is looked at. */
const ONE_IN = 12

interface MonthlyScore {
  id: number
  seller_code: string
  status: string
  trend: { delta: number }
}

/** What the operator does with a month's scores: the oldest are final, of the latest finished one the worst falls are under review. */
export async function closeMonth(call: Call, { calendar }: Demo, index: number): Promise<string> {
  const period = calendar.periods[index] as string
  if (index === calendar.periods.length - 1) return 'draft'
  if (index < calendar.periods.length - 2) {
    const body = { period, reviewed_by: 'Lucas Moreau', notes: 'Monthly review' }
    await call('am.head', 'POST', '/api/sos/monthly/finalize', body)
    return 'final'
  }
  for (const { id } of await worstFalls(call, period)) {
    const body = { reviewed_by: 'Petra Novak', notes: 'A fall this deep is looked at before it counts' }
    await call('ops.head', 'PATCH', `/api/sos/monthly/${id}/review`, body)
  }
  return 'the worst falls under review'
}

/** Those that fell most and are not under review yet: a repeated close picks the same ones. */
async function worstFalls(call: Call, period: string): Promise<MonthlyScore[]> {
  const { data } = await call<{ data: MonthlyScore[] }>(
    'ops.head',
    'GET',
    `/api/sos/monthly?period=${period}&limit=500`,
  )
  return data
    .sort((a, b) => a.trend.delta - b.trend.delta || (a.seller_code < b.seller_code ? -1 : 1))
    .slice(0, Math.ceil(data.length / ONE_IN))
    .filter(({ status }) => status === 'draft')
}
