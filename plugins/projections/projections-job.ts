import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { projectSellers } from '../../src/domain/projections/project-later.ts'
import { lockRisks, renewRisks } from '../../src/domain/projections/renew-risks.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { defineJob, GOES_ON } from '../../src/platform/jobs/job.ts'
import { count, Id, Nullable, Period, Timestamp } from '../../src/platform/schemas/schemas.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import type { Projection } from '../../src/scoring/projection/project.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { populationOf } from './inputs/population.ts'
import { readProjected, readShared } from './inputs/projected.ts'
import type { ProjectedSeller } from './tasks/project-task.ts'

/** Sellers that are read and written at a time. */
const BATCH_SELLERS = 50
/** A seller is at risk when it ends below its last final tier with a higher probability. */
const RISK = 0.3

const batchAfter = (db: Sql, after: number) =>
  db.column<number>`
    select id from sellers where status = 'active' and id > ${after} order by id limit ${BATCH_SELLERS}`

/** Sends the job of the batch after this one. Answers whether there may be one. */
async function sendNext(tx: Transaction, { jobs }: FastifyInstance, sellers: number[]) {
  if (sellers.length < BATCH_SELLERS) return false
  await jobs.send(tx, projectSellers, { after: sellers.at(-1) as number })
  return true
}

/**
 * Goes on behind a batch that failed in every attempt, whose sellers keep the projections of before. When it runs twice,
 * or the batch has sent the next one after all, sellers are projected twice.
 */
export const failedProjections = defineJob({
  name: 'failed-projections',
  data: projectSellers.data,
  async handler(app, { after = 0 }, { failure }) {
    app.log.error({ after, failure }, 'a batch of sellers could not be projected')
    await app.db.transaction(async (tx) => sendNext(tx, app, await batchAfter(tx, after)), JOB_TRANSACTION)
  },
})

/**
 * Projects the running month of all active sellers at night, a batch at a time: each batch sends the job of the next in
 * the transaction that writes it. A batch that runs twice writes the same sellers again, and tells nothing twice. A
 * seller whose month can't be drawn is logged and left out.
 */
export const nightlyProjections = defineJob({
  ...projectSellers,
  queue: { deadLetter: failedProjections.name },
  schedule: '10 4 * * *',
  async handler(app, { after = 0 }, { signal }) {
    const period = runningPeriod(app)
    const sellers = await batchAfter(app.db, after)
    if (sellers.length === 0) return
    const population = await populationOf(app, period)
    const { shared, projected } = await readForJob(app.db, async (tx) => {
      const shared = await readShared(tx, app, period, population)
      return { shared, projected: await readProjected(tx, sellers, shared) }
    })
    const drawn = await drawMonths(app, shared.rules, projected, signal)
    const { as_of } = shared.month
    const rows = [...drawn].map(([seller_id, projection]) => ({ seller_id, period, as_of, ...projection }))
    const goesOn = await app.db.bulkTransaction(async (tx) => {
      await lockRisks(tx)
      await writeProjections(tx, rows)
      await renewRisks(tx, sellers, shiftPeriod(period, -1))
      await tellOfRisk(tx, app, sellers, period)
      return sendNext(tx, app, sellers)
    }, JOB_TRANSACTION)
    return goesOn && GOES_ON
  },
})

type NewProjection = Projection & { seller_id: number; period: string; as_of: string }

/** Never over newer ones. How they stand against the last final tier follows (renewRisks). */
const writeProjections = (tx: Sql, rows: NewProjection[]) =>
  tx.run(
    `insert into projections (seller_id, period, as_of, expected_total, low, high, tiers, draws)
     select seller_id, period, as_of, expected_total, low, high, tiers, draws
     from jsonb_populate_recordset(null::projections, $1::jsonb)
     order by seller_id
     on conflict (seller_id, period) do update set
       as_of = excluded.as_of, expected_total = excluded.expected_total, low = excluded.low, high = excluded.high,
       tiers = excluded.tiers, draws = excluded.draws
     where projections.as_of <= excluded.as_of`,
    [JSON.stringify(rows)],
  )

/** The columns of a projection `p` of seller `s`, as lists and events show it. */
export const SHOWN = `s.seller_code, s.company_name, s.assigned_am_id as am_id, p.period, p.as_of, p.expected_total, p.low,
  p.high, p.draws, p.below_last_final,
  (select jsonb_agg(tier - 'rank' order by n) from jsonb_array_elements(p.tiers) with ordinality t(tier, n)) as tiers,
  case when p.last_final_tier is not null
       then jsonb_build_object('period', p.last_final_period, 'tier', p.last_final_tier) end as last_final`

/**
 * Publishes once a month who may fall: whose chance to end below the last final tier has passed RISK for the first time.
 * The rows stay locked, so that of two who mark at once one finds nothing left.
 */
async function tellOfRisk(tx: Transaction, { events }: FastifyInstance, sellers: number[], period: string) {
  const found = await tx.rows<ProjectionRow & { seller_id: number }>(
    `with marked as (
       update projections set at_risk_since = clock_timestamp()
       where seller_id = any($1::int[]) and period = $2 and at_risk_since is null and below_last_final > $3::numeric
       returning seller_id
     )
     select p.seller_id, ${SHOWN}
     from marked join projections p using (seller_id) join sellers s on s.id = p.seller_id
     where p.period = $2 order by p.seller_id`,
    [sellers, period, RISK],
  )
  const told = found.map(({ seller_id, tiers: _, draws: __, below_last_final: probability, ...data }) => ({
    ...{ type: 'seller.tier_at_risk' as const, seller_id },
    data: { ...data, probability },
  }))
  await events.publish(tx, told)
}

/** The projection of a seller, in a thread: it takes some 40 ms. */
export const projectTask = new URL('./tasks/project-task.ts', import.meta.url)
export type ProjectTask = typeof import('./tasks/project-task.ts').default

/** How a task ends that will always end so. */
const FAILED = ['computation_failed', 'computation_too_long']

/** Of each seller by itself: one that can't be drawn is left out. @throws 503 when no thread is free in time */
async function drawMonths(
  { threads, log }: FastifyInstance,
  rules: ScoringRules,
  sellers: Map<number, ProjectedSeller>,
  gone: AbortSignal,
): Promise<Map<number, Projection>> {
  const drawn = new Map<number, Projection>()
  for (const [seller_id, seller] of sellers)
    try {
      drawn.set(seller_id, await threads.run<ProjectTask>(projectTask, { rules, seller }, gone))
    } catch (error) {
      if (!FAILED.includes((error as { errorCode?: string }).errorCode ?? '')) throw error
      log.error({ seller_id }, 'the month could not be drawn')
    }
  return drawn
}

export const tags = ['projections']

const Probability = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] })

const LastFinal = Type.Object({
  period: Period({ examples: ['2026-05'] }),
  tier: Type.String({ examples: ['Silver'] }),
})

export const projection = {
  as_of: Timestamp({ description: 'The instant up to which facts count' }),
  expected_total: Score({
    description: 'Mean total of the drawn month ends that are rated, or of all when none is; two decimals',
    examples: [71.4],
  }),
  low: Score({ description: 'One drawn month end in ten has a lower total', examples: [66.2] }),
  high: Score({ description: 'One drawn month end in ten has a higher total', examples: [76.9] }),
  tiers: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['Silver'] }),
      probability: Probability('Share of the drawn month ends in this tier', 0.83),
    }),
    { description: 'All tiers, highest first, the unrated one last; they add up to 1' },
  ),
  draws: count('How many month ends were drawn', 200),
  last_final: Nullable(LastFinal, {
    description: 'The latest final and rated score before the month; null without one',
  }),
  below_last_final: Nullable(
    Probability('How likely the month ends rated and in a lower tier than that; null without one', 0.12),
  ),
}

export const ProjectionRow = Type.Object({
  seller_code: Type.String({ examples: ['S-1018'] }),
  company_name: Type.String({ examples: ['Northwind Traders'] }),
  am_id: Nullable(Id(), { description: 'The account manager now' }),
  period: Period({ examples: ['2026-06'] }),
  ...projection,
})
export type ProjectionRow = Static<typeof ProjectionRow>
