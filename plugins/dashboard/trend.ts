import type { FastifyRequest } from 'fastify'
import { periodOf, periodsBetween, shiftPeriod } from '../../src/domain/business-time.ts'
import { periodsAsked } from '../../src/domain/scores/periods-asked.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import { forbidden } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { readTrend } from './trend-queries.ts'
import type { trendRoute } from './trend-schemas.ts'

/** How many months are shown unless others are asked for. */
const USUAL_MONTHS = 12

/** Answers the figures of months beside each other. */
export const getTrend: Handler<typeof trendRoute> = async ({ server, scope, query }) => {
  const { from, to } = rangeOf(server, query)
  const filter = { periods: periodsBetween(from, to), warehouse_id: query.warehouse_id ?? null }
  const data = await readTrend(server.db, { ...filter, am_id: amAsked(scope, query.am_id) })
  return { from, to, currency: server.env.CURRENCY, data }
}

function rangeOf(server: FastifyRequest['server'], { from, to }: { from?: string; to?: string }) {
  const last = to ?? periodOf(server.clock.now(), server.env.BUSINESS_TIMEZONE)
  return periodsAsked(server, { from: from ?? shiftPeriod(last, 1 - USUAL_MONTHS), to: last })
}

/** @throws 403 when an account manager asks for the portfolio of another one */
function amAsked({ am_id }: Scope, asked: number | undefined): number | null {
  if (am_id !== null && asked !== undefined && asked !== am_id)
    throw forbidden('outside_scope', 'This portfolio is not yours.')
  return am_id ?? asked ?? null
}
