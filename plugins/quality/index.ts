import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { readFaults } from '../../src/domain/quality/faults.ts'
import { shownReport } from '../../src/domain/quality/gate.ts'
import { keptReports } from '../../src/domain/quality/kept-reports.ts'
import { isEmptyMonth } from '../../src/domain/quality/month-facts.ts'
import { judgeMonth } from '../../src/domain/quality/report.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { qualityRoute } from './schemas.ts'

/** How complete the data of a month look. Senders declare what they have sent beside their feeds (see sync). */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...qualityRoute, handler: getQuality })
}

export default fp(plugin, {
  name: 'quality',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads'],
})

const getQuality: Handler<typeof qualityRoute> = async ({ server, query, scope }) => {
  const { db, env } = server
  const current = runningPeriod(server)
  const period = query.period ?? current
  if (period > current)
    throw badRequest(
      'period_in_future',
      `period ${period} has not begun: ask for ${current} or an earlier month`,
    )
  const gate = env.QUALITY_GATE
  const { am_id } = scope
  const { result: found, checks } = shownReport(await judgeMonth(server, period, am_id), gate)
  const isUnquestioned = checks.every(({ id }) => id === 'month_not_over')
  const result = isUnquestioned && (await isEmptyMonth(db, period)) ? ('nothing' as const) : found
  const faults = await readFaults(server, period)
  return { period, result, gate, checks, faults, finalizes: await keptReports(db, period, am_id) }
}
