import type { FastifyInstance } from 'fastify'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { monthUntilNow, type ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { aggregateFacts, findFeedsInUse } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { stateOf } from '../../../src/platform/database/statements/service-state.ts'
import { readForJob } from '../../../src/runs/seller-queries.ts'
import { addPast, addPasts, leftOutOfMonth, nothingPast } from '../../../src/scoring/projection/days.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { delaysOf } from './invoices.ts'
import { daily, readPasts, readTimes, type Times } from './months.ts'

/** What all sellers together say of a seller that has not shown much itself. */
export type Population = Awaited<ReturnType<typeof readPopulation>>

/**
 * The population of the running month. It is read once a day, by the process that first projects on that day, and the
 * same for all: its rates move little, it takes the facts of 300 sellers, and the same question has one answer.
 */
export async function populationOf(app: FastifyInstance, period: string): Promise<Population> {
  const { db, env, feeds } = app
  const month = await monthUntilNow(db, period, env.BUSINESS_TIMEZONE)
  const day = `${period} ${month.as_of_date}`
  const kept = await findPopulation(db, day)
  if (kept) return kept
  const read = await readForJob(db, async (tx) =>
    readPopulation(tx, month, await readTimes(tx, month), await scoringRulesOf(tx, period), feeds),
  )
  await keepPopulation(db, day, read)
  return (await findPopulation(db, day)) ?? read
}

const KEY = 'projections:population'

async function findPopulation(db: Sql, day: string): Promise<Population | undefined> {
  const kept = await stateOf<{ day: string; population: Population }>(db, KEY)
  if (kept?.day !== day) return undefined
  // A process of an earlier release counts less.
  return { ...kept.population, past: { ...nothingPast(), ...kept.population.past } }
}

/** Keeps the population of a day, unless another process has kept one of that day, or of a later one. */
const keepPopulation = (db: Sql, day: string, population: Population) =>
  db.run(
    `insert into service_state as s (key, value, updated_at) values ($1, $2::jsonb, clock_timestamp())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
     where s.value->>'day' < excluded.value->>'day'`,
    [KEY, JSON.stringify({ day, population })],
  )

/** So many sellers stand for all: their rates differ from those of all by less than a prior of 20 orders can show. */
const MOST_SELLERS = 300

/** Reads the population: active sellers, evenly taken by id, in the past months and in the running one so far. */
export async function readPopulation(
  tx: Sql,
  month: ScoredMonth,
  times: Times,
  rules: ScoringRules,
  feeds: readonly Feed[],
) {
  const sellers = await sampleOfSellers(tx)
  const pasts = await readPasts(tx, sellers, times, rules)
  const now = nothingPast() // the running month is as good a witness as those before it
  for (const sums of (await aggregateFacts(tx, sellers, month, rules, daily)).values())
    addPast(now, { ...(sums as object), ...leftOutOfMonth(sums) })
  const delays = new Map<number | null, number>()
  for (const own of (await delaysOf(tx, sellers, month)).values())
    for (const [days, invoices] of own) delays.set(days, (delays.get(days) ?? 0) + invoices)
  const monthBefore = times.past[0] as ScoredMonth
  return {
    past: addPasts([...pasts.values(), now]),
    delays: [...delays],
    /** The feeds that were in use in the month before */
    feeds_before: await findFeedsInUse(tx, { month: monthBefore, rules }, feeds),
  }
}

const sampleOfSellers = (tx: Sql) =>
  tx.column<number>(
    `select id from (
       select id, row_number() over (order by id) as place, count(*) over () as sellers
       from sellers where status = 'active') s
     where place % greatest(1, ceil(sellers / $1::numeric))::int = 0 order by id`,
    [MOST_SELLERS],
  )
