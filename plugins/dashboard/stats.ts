import type { FastifyInstance } from 'fastify'
import { periodOf } from '../../src/domain/business-time.ts'
import { warnOfUnrated } from '../../src/domain/scores/unrated.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import { inBatches } from '../../src/platform/database/in-batches.ts'
import { takeTurn } from '../../src/platform/http/big-reads.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { keepVersions } from '../../src/platform/http/keep-versions.ts'
import { readStats, type StatsFilter, versionsOfStats } from './queries.ts'
import type { DashboardStats, statsSchema } from './schemas.ts'
import { tierDistribution } from './tier-distribution.ts'

/** How many answers a process keeps, of some kilobytes each: a month's for each warehouse and account manager. */
const MOST_KEPT = 500

/**
 * Answers a month's figures: those that are kept while the primary says that they are of the present version, others
 * summed up again. So none is older than what was committed before it was asked for.
 */
export function statsReader({
  db,
  env,
  clock,
  replicas,
  sumTurns,
}: FastifyInstance): Handler<typeof statsSchema> {
  const kept = keepVersions<DashboardStats>(MOST_KEPT)
  const findVersion = inBatches(db.quick, 'dashboard-versions', (periods: string[]) =>
    versionsOfStats(db.quick, periods),
  )

  async function sumUp(filter: StatsFilter): Promise<{ version: string | null; answer: DashboardStats }> {
    const { version, scored_tiers, tier_records, ...figures } = await replicas.read(
      ({ sql }) => readStats(sql, filter),
      () => readStats(db, filter),
    )
    const answer = {
      period: filter.period,
      ...figures,
      tier_distribution: tierDistribution(filter.period, tier_records, scored_tiers),
      currency: env.CURRENCY,
      ...warnOfUnrated(figures),
    }
    return { version, answer }
  }

  return async (request, reply) => {
    const askedAt = performance.now()
    const { actor, query } = request
    const { period = periodOf(clock.now(), env.BUSINESS_TIMEZONE), warehouse_id = null } = query
    const filter = { period, warehouse_id, am_id: scopeOf(actor).am_id }
    const key = JSON.stringify(filter)
    const found = kept.ofVersion(key, (await findVersion(period)) ?? null)
    if (found) return found
    request.endTurn = await takeTurn(sumTurns, request, reply)
    return kept.readAfter(key, askedAt) ?? kept.keep(key, () => sumUp(filter))
  }
}
