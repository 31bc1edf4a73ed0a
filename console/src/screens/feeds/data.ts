import { $api } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'

export type Status = Schemas['SyncStatusEntry']

export const feeds = $api.queryOptions('get', '/api/sync/feeds', {}, { staleTime: Infinity })
export const status = $api.queryOptions('get', '/api/sync/status')
export const rejections = (feed: string) =>
  $api.queryOptions('get', '/api/sync/rejections', {
    params: { query: { feed: feed as 'orders', limit: 20 } },
  })

/** All feeds answer the same about their totals; each under its own address. */
export const controlTotals = (feed: string, period: string) =>
  $api.queryOptions('get', `/api/sync/${feed as 'orders'}/control-totals`, {
    params: { query: { period, limit: 100 } },
  })

/** What a feed has stored of a month. */
export const monthOfFeed = ({ periods }: Status, period: string) =>
  periods.find((one) => one.period === period)
