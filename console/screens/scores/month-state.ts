import { send } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import type { MonthState } from '../../logic/finalize-summary.ts'

/** The state of a whole month, whatever the list is narrowed to. */
export const monthStateQuery = (period: string) => ({
  queryKey: ['/api/sos/monthly', 'state', period] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readMonth(period, signal),
})

async function readMonth(
  period: string,
  signal: AbortSignal,
): Promise<Omit<MonthState, 'openRun' | 'isRunning'>> {
  const trend = await queryOf('/api/dashboard/trend', { query: { from: period, to: period } }).queryFn({
    signal,
  })
  const month = trend.data[0]
  if (!month) throw new Error(`The service knows no ${period}.`)
  const { scored, statuses, tiers, unrated, appeals } = month
  const finalByTier =
    statuses.final > 0
      ? await countFinal(
          period,
          tiers.map(({ name }) => name),
          signal,
        )
      : {}
  return { scored, statuses, tiers, unrated, openAppeals: appeals.open, finalByTier }
}

/** One question for each tier: there are some seven. */
async function countFinal(
  period: string,
  tiers: string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const counts = tiers.map(async (tier) => {
    const query = { period, tier, status: 'final', before_contract: false, limit: 1 } as const
    return [tier, (await send('GET', '/api/sos/monthly', { query, signal })).total] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}
