import { periodOf } from '../../src/domain/business-time.ts'
import { judgeMonth } from '../../src/domain/quality/judge-month.ts'
import { keptReports } from '../../src/domain/quality/kept-reports-queries.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import type { qualitySchema } from './schemas.ts'

export const getQuality: Handler<typeof qualitySchema> = async ({ server, query, actor }) => {
  const { db, env, clock } = server
  const current = periodOf(clock.now(), env.BUSINESS_TIMEZONE)
  const period = query.period ?? current
  if (period > current)
    throw badRequest(
      'period_in_future',
      `period ${period} has not begun: ask for ${current} or an earlier month`,
    )
  const { result, checks } = await judgeMonth(server, period, scopeOf(actor).am_id)
  return { period, result, gate: env.QUALITY_GATE, checks, finalizes: await keptReports(db, period) }
}
