/**
 * node test/bench/projection.ts <folder of feeds> [from to]
 *
 * Replays past months of sellers.ndjson, orders.ndjson, tickets.ndjson and revenue.ndjson: projects each month as of
 * several days by the code that the service projects with, and prints how the projections came out beside two naive
 * forecasts, the tier as of that day and how often each tier came in the months before. The folder is never written.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTimes } from '../../plugins/projections/inputs/months.ts'
import { readPopulation } from '../../plugins/projections/inputs/population.ts'
import { readProjected } from '../../plugins/projections/inputs/projected.ts'
import { buildApp } from '../../src/app.ts'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { readEnv } from '../../src/env.ts'
import { monthUntilNow } from '../../src/feeds/scored-month.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { type Projected, type Projection, project } from '../../src/scoring/projection/project.ts'
import { scoreWorld } from '../../src/scoring/simulation/world.ts'

/** A projection, two naive forecasts of the same month, and what came. Tiers are the rated ones, highest first. */
interface Case {
  tiers: string[]
  came: { total: number; tier: string }
  /** The tier as of the day; null when there was too little data. */
  now: string | null
  projection: Projection
  /** How often each tier came before. */
  frequencies: number[]
}

type Forecast = (one: Case) => number[]

/** The projected probabilities, given that the month ends rated. */
const projected: Forecast = ({ tiers, projection, frequencies }) => {
  const chances = tiers.map((name) => projection.tiers.find((tier) => tier.name === name)?.probability ?? 0)
  return normal(chances.some((chance) => chance > 0) ? chances : frequencies)
}
const asOfNow: Forecast = ({ tiers, now }) => tiers.map((name) => (name === now ? 1 : 0))
const asBefore: Forecast = ({ frequencies }) => normal(frequencies)

/** Prints what the projections of a day came to: on sellers that were rated that day, then on all that ended rated. */
function printDay(day: number, cases: Case[]) {
  const rated = cases.filter(({ now }) => now !== null)
  console.log(`\nDay ${day}: ${rated.length} sellers rated by then, ${cases.length} at the end`)
  if (rated.length === 0) return
  const row = (name: string, of: Case[], forecast: Forecast) => ({
    forecast: name,
    n: of.length,
    brier: fixed(mean(of.map((one) => brier(one, forecast(one))))),
    rps: fixed(mean(of.map((one) => rankedScore(one, forecast(one))))),
  })
  console.table([
    row('projection', rated, projected),
    row('tier as of now', rated, asOfNow),
    row('frequencies', rated, asBefore),
    row('projection, all', cases, projected),
    row('frequencies, all', cases, asBefore),
  ])
  const held = (of: Case[]) =>
    mean(of.map(({ came, projection: { low, high } }) => Number(low <= came.total && came.total <= high)))
  console.log(`80 % interval held ${percent(held(rated))}, of all ${percent(held(cases))}`)
  console.table(reliability(rated))
}

/** Sum over the tiers of the squared difference to what came: 0 is right, 2 is certain and wrong. */
const brier = ({ tiers, came }: Case, chances: number[]) =>
  chances.reduce((sum, chance, n) => sum + (chance - Number(tiers[n] === came.tier)) ** 2, 0)

/** Ranked probability score: the same of the chances to be in a tier or above it, divided by one less than the tiers. */
function rankedScore({ tiers, came }: Case, chances: number[]) {
  let [said, was, sum] = [0, 0, 0]
  chances.forEach((chance, n) => {
    said += chance
    was += Number(tiers[n] === came.tier)
    sum += (said - was) ** 2
  })
  return sum / (tiers.length - 1)
}

/** In fifths of what was said of any tier: how often it came. */
function reliability(cases: Case[]) {
  const pairs = cases.flatMap((one) =>
    projected(one).map((said, n) => ({ said, came: Number(one.tiers[n] === one.came.tier) })),
  )
  return [0, 1, 2, 3, 4].map((fifth) => {
    const of = pairs.filter(({ said }) => Math.min(Math.floor(said * 5), 4) === fifth)
    return {
      said: `${fifth * 20} to ${fifth * 20 + 20} %`,
      n: of.length,
      mean_said: of.length > 0 ? percent(mean(of.map(({ said }) => said))) : '',
      came: of.length > 0 ? percent(mean(of.map(({ came }) => came))) : '',
    }
  })
}

function normal(weights: number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / all)
}
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const fixed = (value: number) => value.toFixed(3)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const DAYS = [5, 10, 15, 20, 25]
/** Months whose sellers may be projected; those before them are history. */
const [, , folder, from = '2018-01', to = '2018-08'] = process.argv
/** Few sellers of a sample have 30 orders a month. */
const MIN_VOLUME = 5
const TIME_ZONE = 'America/Sao_Paulo'

if (!folder) {
  console.error('Name the folder of the feeds: node test/bench/projection.ts <folder> [from to]')
  process.exit(1)
}

const DATA_DIR = await mkdtemp(join(tmpdir(), 'sos-projection-'))
const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  WORKER: 'off',
  BUSINESS_TIMEZONE: TIME_ZONE,
  DATA_DIR,
}
const app = await buildApp(
  readEnv({ ...settings, WEBHOOK_SECRET_KEY: 'a key that only the benchmark seals with' }),
)
try {
  await pushAll(folder)
  const cases = await replay()
  console.log(`Months ${from} to ${to}, min_volume ${MIN_VOLUME}, 200 draws`)
  for (const day of DAYS) printDay(day, cases.get(day) ?? [])
} finally {
  await app.close()
  await rm(DATA_DIR, { recursive: true, force: true })
}

async function pushAll(folder: string) {
  const { id } = await app.db.prisma.user.create({
    data: { username: 'bench', full_name: 'Bench', role: 'bod' },
  })
  for (const feed of ['sellers', 'orders', 'tickets', 'revenue']) {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/sync/${feed}`,
      headers: { 'x-user-id': String(id), 'content-type': 'application/x-ndjson' },
      payload: await readFile(join(folder, `${feed}.ndjson`)),
    })
    if (statusCode !== 200) throw new Error(`${feed}: ${statusCode} ${body.slice(0, 300)}`)
    const { received, rejected } = JSON.parse(body)
    console.log(`${feed}: ${received} records, ${rejected} rejected`)
  }
  await app.db.run(
    `update config_records set fields = jsonb_set(fields, '{min_volume}', to_jsonb($1::int))
     where type in ('o-score', 't-score') and (fields->>'min_volume')::int > $1`,
    [MIN_VOLUME],
  )
  await app.db.run('analyze')
}

/** The projections of each day of the months, with what came. */
async function replay(): Promise<Map<number, Case[]>> {
  const cases = new Map<number, Case[]>(DAYS.map((day) => [day, []]))
  const before = new Map<string, number>()
  for (let period = shiftPeriod(from, -6); period <= to; period = shiftPeriod(period, 1)) {
    const ends = await projectedAt(period)
    const came = new Map(
      [...ends].flatMap(([seller, projected]) => {
        const { total_sos, tier, is_rated } = scoreWorld(projected.world)
        return is_rated ? [[seller, { total: total_sos, tier: tier.name }] as const] : []
      }),
    )
    const tiers = [...ends.values()][0]?.world.rules.tiers.rated.map(({ name }) => name) ?? []
    for (const day of period >= from ? DAYS : []) {
      const found = await projectedAt(period, day, [...came.keys()])
      for (const [seller, projected] of found) {
        const end = came.get(seller)
        if (!end) continue
        const now = scoreWorld(projected.world)
        cases.get(day)?.push({
          tiers,
          ...{ came: end, now: now.is_rated ? now.tier.name : null },
          projection: project(projected),
          frequencies: tiers.map((name) => (before.get(name) ?? 0) + 1 / tiers.length),
        })
      }
    }
    for (const { tier } of came.values()) before.set(tier, (before.get(tier) ?? 0) + 1)
  }
  return cases
}

/** What the projections of a month are made of, so many days after it began, or as it ended; of all sellers or some. */
async function projectedAt(period: string, day?: number, only?: number[]): Promise<Map<number, Projected>> {
  return app.db.bulkTransaction(async (tx) => {
    const month = await monthUntilNow(tx, period, TIME_ZONE)
    if (day !== undefined) {
      month.as_of = new Date(Date.parse(month.month_start) + day * 86_400_000).toISOString()
      month.as_of_date = `${period}-${String(day + 1).padStart(2, '0')}`
    }
    const times = await readTimes(tx, month)
    const rules = await scoringRulesOf(tx, period)
    const population = await readPopulation(tx, month, times, rules, app.feeds)
    const all = only ?? (await tx.rows<{ id: number }>('select id from sellers')).map(({ id }) => id)
    const found = await readProjected(tx, all, { month, times, rules, population, feeds: app.feeds })
    const prepared = prepareRules(rules)
    return new Map(
      [...found].map(([id, { world, ...rest }]) => [id, { ...rest, world: { ...world, rules: prepared } }]),
    )
  }, JOB_TRANSACTION)
}
