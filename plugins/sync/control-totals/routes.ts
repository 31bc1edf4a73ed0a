import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import { type Compared, compareTotals, storedTotals } from '../../../src/domain/quality/control-totals.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { audit } from '../../../src/platform/access/audit.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/requests/idempotency.ts'
import { ALL, keepTotals, pageOfTotals } from './queries.ts'
import { type DeclareRoute, declareRoute, type ListTotalsRoute, listTotalsRoute } from './schemas.ts'

/** Where senders say what they have sent, and see it beside what is stored. */
export function controlTotalRoutes(app: FastifyInstance) {
  for (const feed of app.feeds) {
    app.route({ ...declareRoute(feed), handler: declareTotals(feed) })
    app.route({ ...listTotalsRoute(feed), handler: listTotals(feed) })
  }
}

const declareTotals =
  (feed: Feed): Handler<DeclareRoute> =>
  (request) =>
    change(request, async (tx) => {
      const { period, seller_code = null, totals } = request.body
      const seller_id = seller_code === null ? ALL : await idOf(tx, seller_code)
      const user_id = request.actor.id
      const before = await keepTotals(tx, { seller_id, feed: feed.name, period, totals, user_id })
      await audit(tx, request, {
        action: `sync.${feed.name}.control_totals`,
        entity: 'feed',
        entity_id: feed.name,
        before: before && { period, seller_code, totals: before },
        after: { period, seller_code, totals },
      })
      return { success: true }
    })

async function idOf(tx: Parameters<Parameters<typeof change>[1]>[0], code: string): Promise<number> {
  const seller = await tx.row<{ id: number }>`select id from sellers where seller_code = ${code}`
  if (!seller) throw notFound('seller_not_found', `There is no seller ${code}.`)
  return seller.id
}

const listTotals =
  (feed: Feed): Handler<ListTotalsRoute> =>
  async ({ server, query }) => {
    const { db, env } = server
    const period = query.period ?? runningPeriod(server)
    const { data, ...page } = await pageOfTotals(db, feed.name, period, query)
    const sellers = data.map(({ seller_id }) => seller_id)
    const stored = await storedTotals(db, feed, period, env.BUSINESS_TIMEZONE, sellers)
    return {
      data: data.map(({ seller_id, seller_code, totals, received_at, user_id }) => {
        const compared = compareTotals(stored.get(seller_id), totals)
        const ours = by('ours', compared)
        return {
          period,
          seller_code,
          totals,
          ours,
          difference: by('difference', compared),
          received_at,
          user_id,
        }
      }),
      ...page,
    }
  }

const by = (side: 'ours' | 'difference', compared: Compared[]) =>
  Object.fromEntries(compared.map((one) => [one.total, one[side]]))
