import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { requireBegun, runningPeriod } from '../../src/domain/business-time.ts'
import { readFaults } from '../../src/domain/quality/faults.ts'
import { Checks, FaultsOfFeed, Finalize, RESULTS } from '../../src/domain/quality/finding.ts'
import { isEmptyMonth } from '../../src/domain/quality/month-facts.ts'
import { judgeMonth, keptReports, shownReport } from '../../src/domain/quality/report.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, OneOf, Period } from '../../src/platform/schemas/schemas.ts'

/** How complete the data of a month look. Senders declare what they have sent beside their feeds (see sync). */
export default async function plugin(app: FastifyInstance) {
  app.route(getQuality)
}

const getQuality = endpoint('GET', '/api/sos/monthly/quality', 'scores.read', {
  config: { reads: 'sums' },
  operationId: 'getMonthQuality',
  summary: 'How complete the data of a month look',
  description:
    'Compares the facts of a month with those of up to six months before it, with what their senders have declared, and with what the scores were calculated from. What can’t be complete yet, because the month is not over, is not judged; totals that were declared of it are. An account manager sees the same of the whole month, and of single sellers, and of scores that were finalized alone, only the own. docs/data-quality.md lists the checks and their limits.',
  querystring: Closed({ period: Type.Optional(Period({ description: 'Default: the current month' })) }),
  response: {
    200: Type.Object({
      period: Period(),
      result: OneOf([...RESULTS, 'nothing'], {
        description:
          'The worst level of the checks; nothing: there is neither a fact nor a score of the month, and none was to be expected, whether it is over or not',
        examples: ['block'],
      }),
      gate: OneOf(['warn', 'block', 'off'], {
        description:
          'What finalize does about it (QUALITY_GATE); a month that is not over is refused by each',
        examples: ['warn'],
      }),
      checks: Checks,
      faults: Type.Array(FaultsOfFeed, {
        description:
          'How much of what went wrong names no fault, by feed, beside the month before; a feed in which nothing went wrong is left out. docs/fault.md says what becomes of it',
      }),
      finalizes: Type.Array(Finalize, {
        description: 'What was known when scores of the month were finalized, newest first, 20 at the most',
      }),
    }),
  },
})(async ({ server, query, scope }) => {
  const { db, env } = server
  const period = query.period ?? runningPeriod(server)
  requireBegun(server, period)
  const gate = env.QUALITY_GATE
  const { am_id } = scope
  const { result: found, checks } = shownReport(await judgeMonth(server, period, am_id), gate)
  const isUnquestioned = checks.every(({ id }) => id === 'month_not_over')
  const result = isUnquestioned && (await isEmptyMonth(db, period)) ? ('nothing' as const) : found
  const faults = await readFaults(server, period)
  return { period, result, gate, checks, faults, finalizes: await keptReports(db, period, am_id) }
})
