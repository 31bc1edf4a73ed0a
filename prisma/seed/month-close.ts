import type { Call } from './caller.ts'
import type { Demo } from './demo.ts'

const REVIEWED_LATEST = 15

interface MonthlyScore {
  id: number
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
  return 'under review'
}

/** Those that fell most and are not under review yet: a repeated close picks the same ones. */
async function worstFalls(call: Call, period: string): Promise<MonthlyScore[]> {
  const { data } = await call<{ data: MonthlyScore[] }>(
    'ops.head',
    'GET',
    `/api/sos/monthly?period=${period}&limit=500`,
  )
  return data
    .sort((a, b) => a.trend.delta - b.trend.delta || a.id - b.id)
    .slice(0, REVIEWED_LATEST)
    .filter(({ status }) => status === 'draft')
}
