import type { Static } from '@sinclair/typebox'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import { currentRules } from '../../../src/domain/config/current-rules.ts'
import { shownPeriod } from '../../../src/domain/scores/shown-period.ts'
import { monthUntilNow } from '../../../src/feeds/scored-month.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { badRequest, notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { requireSameFacts } from './facts-of-rules.ts'
import { judgeChanges } from './judge-changes.ts'
import type { previewRoute } from './preview-schemas.ts'
import { companyNames, countScores, keptInputs } from './queries.ts'

type Task = typeof import('./preview-task.ts').default

const previewTask = new URL('./preview-task.ts', import.meta.url)

/** Scores computed at the most, so that an editor has its answer at once. */
const MOST_SCORES = 2_000

/** What changes would do to a month. Nothing is written. */
export const previewChanges: Handler<typeof previewRoute> = async (request, reply) => {
  const { body, server } = request
  const { db, env, feeds } = server
  const running = runningPeriod(server)
  const period = body.period ?? (await shownPeriod(db, running))
  if (period > running)
    throw badRequest('period_in_future', `period must not lie after ${running}, the running month`)
  const before = await currentRules(db, running)
  const { rules: after } = judgeChanges(before, body.changes)
  requireSameFacts(before, after, await monthUntilNow(db, period, env.BUSINESS_TIMEZONE), feeds)
  const { open, decided } = await countScores(db, period)
  if (open + decided === 0)
    throw notFound('score_not_found', `There are no scores of ${period}; calculate it first.`)
  const inputs = open === 0 ? [] : await keptInputs(db, period, { most: MOST_SCORES, of: open })
  const texts = inputs.filter((text) => text !== null)
  const { unreadable, movers, ...preview } = await server.threads.run<Task>(
    previewTask,
    { texts, before, after, metrics: metricsOf(body.changes) },
    clientDisconnected(reply),
  )
  const names = await companyNames(
    db,
    movers.map(({ seller_code }) => seller_code),
  )
  return {
    period,
    sellers_total: open,
    sampled: open > MOST_SCORES,
    left_out: decided,
    without_inputs: inputs.length - texts.length + unreadable,
    ...preview,
    movers: movers.map((one) => ({ ...one, company_name: names.get(one.seller_code) ?? one.seller_code })),
  }
}

/** The metrics that changes are about. */
const metricsOf = (changes: Static<typeof previewRoute.schema.body>['changes']) => [
  ...new Set(changes.flatMap(({ fields }) => (typeof fields?.metric === 'string' ? fields.metric : []))),
]
