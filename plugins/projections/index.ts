import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { sharedInputsReader } from './inputs/projected.ts'
import { getProjection } from './one-seller.ts'
import { nightlyProjections, SHOWN } from './projections-job.ts'
import { listRoute, type ProjectionRow, projectionRoute } from './schemas.ts'

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

/** Lists the projections of the last night inside the actor's portfolio, the most likely to fall first. */
const listProjections: Handler<typeof listRoute> = ({ server, query, scope }) => {
  const { period = runningPeriod(server), risk, am_id } = query
  return pageOfRows<ProjectionRow>(server.db, query, {
    rows: `
      select ${SHOWN} from projections p join sellers s on s.id = p.seller_id
      where p.period = $1 and ($2::numeric is null or p.below_last_final > $2::numeric)
        and ($3::int is null or s.assigned_am_id = $3) and ($4::int is null or s.assigned_am_id = $4)`,
    values: [period, risk, am_id, scope.am_id],
    order: 'below_last_final desc nulls last, seller_code',
  })
}
