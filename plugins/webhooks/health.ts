import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { arrivals, attemptsMade, backlog, type Health, oldestPending } from './health-queries.ts'
import { findSubscription } from './queries.ts'
import type { healthRoute } from './replay-schemas.ts'
import { shown } from './subscription-row.ts'
import { found } from './subscriptions.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const health: Handler<typeof healthRoute> = async ({ server, params: { id }, query }) => {
  const { db, clock } = server
  const { to = clock.now().toISOString() } = query
  const { from = new Date(Date.parse(to) - DAY_MS).toISOString() } = query
  if (Date.parse(to) <= Date.parse(from)) throw badRequest('end_before_start', 'to must be later than from')
  const { status, failing_since } = shown(server, found(await findSubscription(db, id), id))
  const [arrived, open, oldest_pending = null, attempts] = await Promise.all([
    arrivals(db, { id, from, to }),
    backlog(db, id),
    oldestPending(db, id),
    attemptsMade(db, { id, from, to }),
  ])
  return { status, from, to, failing_since, ...arrived, ...open, oldest_pending, attempts } as Health
}
