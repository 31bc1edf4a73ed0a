import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { lastFinals } from '../../src/domain/projections/renew-risks.ts'
import { noSeller, sellerWithCode } from '../../src/domain/sellers/find-seller.ts'
import { SCORE, SellerCode } from '../../src/domain/sellers/seller-name.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Period } from '../../src/platform/schemas/schemas.ts'
import { NO_THREAD } from '../../src/platform/threads/threads.ts'
import { readAtOneInstant } from '../../src/runs/seller-queries.ts'
import { chanceBelow, type Projection } from '../../src/scoring/projection/project.ts'
import { populationOf } from './inputs/population.ts'
import { readProjected, readShared } from './inputs/projected.ts'
import { type ProjectTask, projection, projectTask, tags } from './projections-job.ts'

const ProjectionAnswer = Type.Object({
  seller_code: Type.String({ examples: ['S-1018'] }),
  period: Period({ description: 'The running month', examples: ['2026-06'] }),
  ...projection,
  sentence: Type.String({
    description: 'The same for people',
    examples: [
      'The month is expected to end at 71.40; with a chance of 80 % it ends between 66.20 and 76.90. This projection also learns from earlier months and other sellers.',
    ],
  }),
})

/** Projects the running month of a seller in a thread. */
export const getProjection = endpoint('GET', `${SCORE}/projection`, 'seller-scores.read', {
  tags,
  operationId: 'getScoreProjection',
  summary: 'Where a score may be at the month’s end',
  description:
    'Of the running month, as of now: 200 month ends are drawn, each the facts so far, what becomes of open orders, tickets and invoices, and what is new, and scored by the engine. The draws are fixed by seller, month, day and facts; what all sellers do is read once a day. It says where things go if they go on as they did, not what will happen: docs/projection.md. `expected_total` is another number than that of what-if, sensitivity and path with basis pace: they carry the month on as it began, to one end; here rates also take after the months before and all sellers, and it is the mean of many ends.',
  params: Type.Object({ seller_code: SellerCode }),
  response: { 200: ProjectionAnswer, ...NO_THREAD },
})(async (request, reply) => {
  const { server, params } = request
  const { id, seller_code } = await sellerWithCode(request, params.seller_code)
  const period = runningPeriod(server)
  const gone = clientDisconnected(reply)
  const free = await server.sumSlots.take(gone)
  const { shared, projected, last } = await readInputs(server, id, period).finally(free)
  if (!projected) throw noSeller(seller_code)
  const { rules, month } = shared
  const input = { rules, seller: projected }
  const projection = await server.threads.run<ProjectTask>(projectTask, input, gone)
  return {
    ...{ seller_code, period, as_of: month.as_of, ...projection },
    last_final: last ? { period: last.period, tier: last.tier } : null,
    below_last_final: last ? chanceBelow(projection, last.rank) : null,
    sentence: sentenceOf(projection),
  }
})

async function readInputs(app: FastifyInstance, seller: number, period: string) {
  const population = await populationOf(app, period)
  return app.db.transaction(async (tx) => {
    await readAtOneInstant(tx)
    const shared = await readShared(tx, app, period, population)
    const projected = await readProjected(tx, [seller], shared)
    const last = await lastFinals(tx, [seller], period)
    return { shared, projected: projected.get(seller), last: last.get(seller) }
  })
}

const sentenceOf = ({ expected_total, low, high }: Projection) =>
  `The month is expected to end at ${points(expected_total)}; with a chance of 80 % it ends between ${points(low)} and ${points(high)}. This projection also learns from earlier months and other sellers.`

const points = (total: number) => total.toFixed(2)
