import { periodOf } from '../../src/domain/business-time.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { pageOfProjections } from './queries.ts'
import type { listSchema } from './schemas.ts'

/** Lists the projections of the last night, inside the actor's portfolio. */
export const listProjections: Handler<typeof listSchema> = ({ server: { db, clock, env }, query, actor }) =>
  pageOfProjections(db, {
    ...query,
    period: query.period ?? periodOf(clock.now(), env.BUSINESS_TIMEZONE),
    portfolio_of: scopeOf(actor).am_id,
  })
