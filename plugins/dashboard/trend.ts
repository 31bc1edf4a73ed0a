import type { FastifyInstance } from 'fastify'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { periodsAsked } from '../../src/domain/scores/periods-asked.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import { forbidden } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { keptSums } from './kept-sums.ts'
import { readTrend, type TrendFilter, versionOfTrend } from './trend-queries.ts'
import type { DashboardTrend, trendRoute } from './trend-schemas.ts'

/** How many answers a process keeps, of some 25 kilobytes each. */
const MOST_KEPT = 200
/** How many months are shown unless others are asked for. */
const USUAL_MONTHS = 12

type Trend = Handler<typeof trendRoute>

/** Answers the figures of months beside each other. */
export function trendReader(app: FastifyInstance): Trend {
  const { db, env, clock } = app

  function rangeOf({ from, to }: { from?: string; to?: string }) {
    const last = to ?? periodOf(clock.now(), env.BUSINESS_TIMEZONE)
    return periodsAsked(app, { from: from ?? shiftPeriod(last, 1 - USUAL_MONTHS), to: last })
  }

  async function sumUp(filter: TrendFilter): Promise<{ version: string | null; answer: DashboardTrend }> {
    const { version, months } = await readTrend(db, filter)
    const { periods } = filter
    const range = { from: periods[0] as string, to: periods.at(-1) as string }
    return { version, answer: { ...range, currency: env.CURRENCY, data: months } }
  }

  return keptSums<DashboardTrend, Parameters<Trend>[0]>(app, MOST_KEPT, async ({ scope, query }) => {
    const periods = monthsOf(rangeOf(query))
    const filter = { periods, warehouse_id: query.warehouse_id ?? null, am_id: amAsked(scope, query.am_id) }
    return {
      key: JSON.stringify([periods[0], periods.length, filter.warehouse_id, filter.am_id]),
      version: await versionOfTrend(db.quick, periods),
      sumUp: () => sumUp(filter),
    }
  })
}

/** @throws 403 when an account manager asks for the portfolio of another one */
function amAsked({ am_id }: Scope, asked: number | undefined): number | null {
  if (am_id !== null && asked !== undefined && asked !== am_id)
    throw forbidden('outside_scope', 'This portfolio is not yours.')
  return am_id ?? asked ?? null
}

function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const months = [from]
  while ((months.at(-1) as string) < to) months.push(shiftPeriod(months.at(-1) as string, 1))
  return months
}
