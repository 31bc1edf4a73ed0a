import { useRead } from '../../api/queries.ts'
import { month, since } from '../../logic/format.ts'
import { openMonths, silentFeeds } from '../../logic/needs.ts'
import { useMe } from '../../parts/me.ts'
import { words } from './words.ts'

export interface Need {
  key: string
  icon: string
  text: string
  to: string
}

const EVERY_MS = 60_000

/** What waits for whoever looks: only what the role may see, and do something about. */
export function useNeeds(period: string): { needs: Need[]; isPending: boolean } {
  const me = useMe()
  const { may } = me
  const ops = useRead(
    '/api/appeals',
    { query: { status: 'pending', limit: 1 } },
    { enabled: may('appeals.review-ops'), every: EVERY_MS },
  )
  const am = useRead(
    '/api/appeals',
    { query: { status: 'under_review', limit: 1 } },
    { enabled: may('appeals.review-am'), every: EVERY_MS },
  )
  const feeds = useRead('/api/sync/status', undefined, { enabled: may('sync.read'), every: EVERY_MS })
  const hooks = useRead(
    '/api/webhooks',
    { query: { limit: 100 } },
    { enabled: may('webhooks.read'), every: EVERY_MS },
  )
  const months = may('scores.write') ? openMonths(me.periods, me.current_period) : []
  const silent = silentFeeds(feeds.data?.data ?? [], period, period >= me.current_period)
  const failing = (hooks.data?.data ?? []).filter(
    ({ failing_since, status }) => failing_since || status === 'disabled',
  )
  return {
    isPending: [ops, am, feeds, hooks].some(({ isLoading }) => isLoading),
    needs: [
      ...waiting('pending', ops.data?.total, words.recommend),
      ...waiting('under_review', am.data?.total, words.decide),
      ...months.map(({ period: of, open }) => ({
        key: of,
        icon: 'scores',
        text: words.openMonth(month(of), open),
        to: `/scores?period=${of}`,
      })),
      ...silent.map(({ feed, why, last }) => ({
        key: feed,
        icon: 'feeds',
        text:
          why === 'never'
            ? words.feedNever(feed)
            : why === 'month'
              ? words.feedMonth(feed, month(period))
              : words.feedLate(feed, since(last as string)),
        to: `/feeds/${feed}`,
      })),
      ...failing.map(({ id, name, url, status }) => ({
        key: `webhook ${id}`,
        icon: 'webhooks',
        text: (status === 'disabled' ? words.webhookOff : words.webhook)(name ?? url),
        to: `/webhooks/${id}`,
      })),
    ],
  }
}

const waiting = (state: string, total: number | undefined, say: (count: number) => string): Need[] =>
  total ? [{ key: state, icon: 'appeals', text: say(total), to: `/appeals?status=${state}&months=all` }] : []
