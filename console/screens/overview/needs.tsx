import { useRead } from '../../api/queries.ts'
import { month, plural, since } from '../../logic/format.ts'
import { openMonths, silentFeeds } from '../../logic/needs.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Waiting } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'

/** What waits for whoever looks. */
export function Needs({ period }: { period: string }) {
  const { needs, isPending } = useNeeds(period)
  return (
    <Panel class="third" title="Needs you">
      {isPending ? (
        <Waiting height="13rem" />
      ) : needs.length === 0 ? (
        <Empty title="Nothing waits for you">
          Appeals, open months, silent feeds and failing webhooks would be here.
        </Empty>
      ) : (
        <ul class="needs">
          {needs.map(({ key, icon, text, to }) => (
            <li key={key}>
              <Link to={to}>
                <Icon name={icon} />
                <span dir="auto">{text}</span>
                <Icon name="right" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface Need {
  key: string
  icon: string
  text: string
  to: string
}

const EVERY_MS = 60_000

/** What waits for whoever looks: only what the role may see, and do something about. */
function useNeeds(period: string): { needs: Need[]; isPending: boolean } {
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
      ...waiting('pending', ops.data?.total, 'a recommendation'),
      ...waiting('under_review', am.data?.total, 'a decision'),
      ...months.map(({ period: of, open }) => ({
        key: of,
        icon: 'scores',
        text: `${month(of)}: ${plural(open, 'score is', 'scores are')} not final`,
        to: `/scores?period=${of}`,
      })),
      ...silent.map(({ feed, why, last }) => ({
        key: feed,
        icon: 'feeds',
        text:
          why === 'never'
            ? `${feed}: nothing was ever pushed`
            : why === 'month'
              ? `${feed}: no facts of ${month(period)}`
              : `${feed}: last push ${since(last as string)}`,
        to: `/feeds/${feed}`,
      })),
      ...failing.map(({ id, name, url, status }) => ({
        key: `webhook ${id}`,
        icon: 'webhooks',
        text: `Webhook ${name ?? url} ${status === 'disabled' ? 'was switched off' : 'fails'}`,
        to: `/webhooks/${id}`,
      })),
    ],
  }
}

const waiting = (state: string, total: number | undefined, what: string): Need[] =>
  total
    ? [
        {
          key: state,
          icon: 'appeals',
          text: `${plural(total, 'appeal waits', 'appeals wait')} for ${what}`,
          to: `/appeals?status=${state}&months=all`,
        },
      ]
    : []
