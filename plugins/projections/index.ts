import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { runningPeriod } from '../../src/domain/business-time.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { sharedInputsReader } from './inputs/projected.ts'
import { getProjection } from './one-seller.ts'
import { nightlyProjections } from './projections-job.ts'
import { pageOfProjections } from './queries.ts'
import { listRoute, projectionRoute } from './schemas.ts'

/** Where the scores of the running month may be at its end. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const prepareReading = sharedInputsReader(app)
  app.jobs.add(nightlyProjections(prepareReading))
  app.retention.lines.push({
    table: 'projections',
    where: 'as_of < now() - $1::interval',
    period: `${app.env.KEEP_FACTS_MONTHS} months`,
  })
  app.route({ ...projectionRoute, handler: getProjection(app, prepareReading) })
  app.route({ ...listRoute, handler: listProjections })
}

export default fp(plugin, {
  name: 'projections',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads', 'threads', 'jobs', 'retention', 'events'],
})

/** Lists the projections of the last night, inside the actor's portfolio. */
const listProjections: Handler<typeof listRoute> = ({ server, query, scope }) =>
  pageOfProjections(server.db, {
    ...query,
    period: query.period ?? runningPeriod(server),
    portfolio_of: scope.am_id,
  })
