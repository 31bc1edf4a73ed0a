import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Id, Period, wholeList } from '../../src/platform/schemas/schemas.ts'
import { getProjection } from './one-seller.ts'
import { failedProjections, nightlyProjections, ProjectionRow, SHOWN, tags } from './projections-job.ts'

/** Where the scores of the running month may be at its end. */
export default async function plugin(app: FastifyInstance) {
  for (const job of [failedProjections, nightlyProjections]) app.jobs.add(job)
  app.retention.lines.push({
    table: 'projections',
    where: 'as_of < now() - $1::interval',
    period: `${app.env.KEEP_FACTS_MONTHS} months`,
  })
  for (const route of [getProjection, listProjections]) app.route(route)
}

const listProjections = endpoint('GET', '/api/sos/projections', 'scores.read', {
  tags,
  operationId: 'listProjections',
  summary: 'List the projections of the last night',
  description:
    'One for each active seller, of an earlier month for each that was active, the most likely to fall below the last final tier first. The job `projections` makes them every night; a seller that was added since has none yet.',
  ...wholeList(ProjectionRow, {
    period: Type.Optional(
      Period({ description: 'The month; default the running one. Of earlier ones the last night is kept' }),
    ),
    risk: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only sellers with a higher probability to end below their last final tier',
        examples: [0.3],
      }),
    ),
    am_id: Type.Optional(Id({ description: 'Only sellers of this account manager' })),
  }),
})(({ server, query, scope }) => {
  const running = runningPeriod(server)
  const { period = running, risk, am_id } = query
  return pageOfRows<ProjectionRow>(server.db, query, {
    rows: `
      select ${SHOWN} from projections p join sellers s on s.id = p.seller_id
      where p.period = $1 and (s.status = 'active' or p.period <> $5)
        and ($2::numeric is null or p.below_last_final > $2::numeric)
        and ($3::int is null or s.assigned_am_id = $3) and ($4::int is null or s.assigned_am_id = $4)`,
    values: [period, risk, am_id, scope.am_id, running],
    order: 'below_last_final desc nulls last, seller_code',
  })
})
