import type { Projection } from '../../src/scoring/projection/project.ts'

/** A projection, two naive forecasts of the same month, and what came. Tiers are the rated ones, highest first. */
export interface Case {
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
export function printDay(day: number, cases: Case[]) {
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
