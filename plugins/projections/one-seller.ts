import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { requireBegun, runningPeriod } from '../../src/domain/business-time.ts'
import { type LastTier, lastFinals } from '../../src/domain/projections/renew-risks.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { ScoreRow } from '../../src/domain/scores/score-row.ts'
import { noSeller, type SellerRef, sellerWithCode } from '../../src/domain/sellers/find-seller.ts'
import { SellerCode } from '../../src/domain/sellers/seller-name.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, OneOf, Period } from '../../src/platform/schemas/schemas.ts'
import { NO_THREAD } from '../../src/platform/threads/threads.ts'
import { readAtOneInstant } from '../../src/runs/seller-queries.ts'
import { chanceBelow, type Projection } from '../../src/scoring/projection/project.ts'
import { prepareTiers, type TierRecord } from '../../src/scoring/tier.ts'
import { type PrepareReading, readProjected } from './inputs/projected.ts'
import { type ProjectTask, projection, projectTask, tags } from './projections-job.ts'

const ProjectionAnswer = Type.Object({
  seller_code: Type.String({ examples: ['S-1018'] }),
  period: Period({ examples: ['2026-06'] }),
  from: OneOf(['stored', 'live'], {
    description: 'stored: the score of a month that is over; live: drawn from the facts as they are now',
    examples: ['live'],
  }),
  ...projection,
  sentence: Type.String({
    description: 'The same for people',
    examples: [
      'The month is expected to end at 71.40; with a chance of 80 % it ends between 66.20 and 76.90. This projection also learns from earlier months and other sellers.',
    ],
  }),
})
type ProjectionAnswer = Static<typeof ProjectionAnswer>

/** Answers a past month with its score, and projects the running one in a thread. */
export function getProjection(app: FastifyInstance, prepareReading: PrepareReading) {
  const { db, sumSlots, threads } = app
  return endpoint('GET', '/api/sos/sellers/:seller_code/score/projection', 'seller-scores.read', {
    config: { answersTag: true },
    tags,
    operationId: 'getScoreProjection',
    summary: 'Where a score may be at the month’s end',
    description:
      'Of the running month, as of now: 200 month ends are drawn, each the facts so far, what becomes of open orders, tickets and invoices, and what is new, and scored by the engine. The draws are fixed by seller, month, day and facts; what all sellers do is read once a day. A month that is over answers its score, with probability 1; 404 without one. It says where things go if they go on as they did, not what will happen: docs/projection.md. `expected_total` is another number than that of what-if, sensitivity and path with basis pace: they carry the month on as it began, to one end; here rates also take after the months before and all sellers, and it is the mean of many ends.',
    params: Type.Object({ seller_code: SellerCode }),
    querystring: Closed({
      period: Type.Optional(
        Period({ description: 'The running month, which is the default, or one with a score' }),
      ),
    }),
    response: { 200: ProjectionAnswer, ...NO_THREAD },
  })(async (request, reply) => {
    const seller = await sellerWithCode(request, request.params.seller_code)
    const running = runningPeriod(app)
    const { period = running } = request.query
    requireBegun(app, period)
    if (period < running) return stored(seller, period)
    const gone = clientDisconnected(reply)
    const free = await sumSlots.take(gone)
    const { shared, projected, last } = await readLive(seller.id, period).finally(free)
    if (!projected) throw noSeller(seller.seller_code)
    const { rules, month } = shared
    const input = { rules, seller: projected }
    const projection = await threads.run<ProjectTask>(projectTask, input, gone)
    const below = last && chanceBelow(projection, last.rank)
    const about = { period, from: 'live', as_of: month.as_of, last, below } as const
    return answer(seller, about, projection)
  })

  async function readLive(seller: number, period: string) {
    const readShared = await prepareReading(period)
    return db.transaction(async (tx) => {
      await readAtOneInstant(tx)
      const shared = await readShared(tx)
      const projected = await readProjected(tx, [seller], shared)
      const last = await lastFinals(tx, [seller], period)
      return { shared, projected: projected.get(seller), last: last.get(seller) }
    })
  }

  async function stored(seller: SellerRef, period: string): Promise<ProjectionAnswer> {
    const score = await db.row<StoredScore>(
      `select m.total_sos, m.tier_name, m.tier_rank, m.is_rated, coalesce(r.as_of, m.calculated_at) as as_of
       from monthly_scores m left join scoring_runs r on r.id = m.run_id
       where m.seller_id = $1 and m.period = $2`,
      [seller.id, period],
      'projected-score',
    )
    if (!score) throw notFound('score_not_found', `${seller.seller_code} has no score of ${period}.`)
    const { tiers } = await rulesOf(db, ['tiers'], period)
    const last = (await lastFinals(db, [seller.id], period)).get(seller.id)
    const below = last && Number(score.is_rated && score.tier_rank < last.rank)
    const about = { period, from: 'stored', as_of: score.as_of, last, below } as const
    return answer(seller, about, certain(tiers, score))
  }
}

type StoredScore = Pick<ScoreRow, 'total_sos' | 'tier_name' | 'tier_rank' | 'is_rated'> & { as_of: string }

/** A score that is known. Its tier may be one that the rules don't have any more. */
function certain(records: TierRecord[], score: StoredScore): Projection {
  const { rated, unrated } = prepareTiers(records)
  const names = new Set([...rated, unrated].map(({ name }) => name)).add(score.tier_name)
  return {
    ...{ expected_total: score.total_sos, low: score.total_sos, high: score.total_sos, draws: 0 },
    tiers: [...names].map((name) => ({ name, probability: name === score.tier_name ? 1 : 0 })),
  }
}

/** `below` is how likely it ends below the last tier. */
type About = Pick<ProjectionAnswer, 'period' | 'from' | 'as_of'> & { last?: LastTier; below?: number }

const answer = ({ seller_code }: SellerRef, { last, below, ...about }: About, projection: Projection) => ({
  seller_code,
  ...about,
  ...projection,
  last_final: last ? { period: last.period, tier: last.tier } : null,
  below_last_final: below ?? null,
  sentence: sentenceOf(projection),
})

const sentenceOf = ({ draws, expected_total, low, high }: Projection) =>
  draws === 0
    ? `The month ended at ${points(expected_total)}.`
    : `The month is expected to end at ${points(expected_total)}; with a chance of 80 % it ends between ${points(low)} and ${points(high)}. This projection also learns from earlier months and other sellers.`

const points = (total: number) => total.toFixed(2)
