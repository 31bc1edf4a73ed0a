import { setImmediate as pause } from 'node:timers/promises'
import type { Sql } from '../../platform/database/database.ts'
import { readAggregates } from '../../scoring/aggregates.ts'
import { METRICS } from '../../scoring/metrics.ts'
import type { Rational } from '../../scoring/rational.ts'
import { readInputsAlone } from '../../scoring/score-input.ts'
import { psi, psiThreshold } from '../../statistics/psi.ts'
import { shiftPeriod } from '../business-time.ts'
import { COUNTED_SCORES } from '../scores/counted-scores.ts'
import { type Check, shown } from './finding.ts'

const BINS = 10
/** The most sellers that are read of a month: by chance alone two such samples have a PSI below 0.05. */
const MOST_SELLERS = 1_000
/** So many are read without a pause, which everything else in the process has to wait for. */
const AT_ONCE = 100

/** What is distributed otherwise than in the month before. */
export const shiftedDistributions = (
  period: string,
  samples: Awaited<ReturnType<typeof readSamples>>,
): Check[] =>
  samples.flatMap(({ name, before, after, sellers }) => {
    if (before.length === 0 || after.length === 0) return []
    const limit = psiThreshold(before.length, after.length)
    const value = psiOf(before, after)
    if (value <= limit) return []
    return {
      ...{ id: `distribution:${name}`, level: 'warning', sellers },
      value: Math.round(value * 10_000) / 10_000,
      expected: Math.round(limit * 10_000) / 10_000,
      sentence: `${name === 'total' ? 'The total' : name} is spread otherwise in ${period} than in the month before: its mean went from ${shown(mean(before))} to ${shown(mean(after))}.`,
    }
  })

/** The PSI over ten bins that hold as many values before each; equal values share a bin. */
export function psiOf(before: readonly number[], after: readonly number[]): number {
  const sorted = before.toSorted((one, other) => one - other)
  const edges = Array.from(
    { length: BINS - 1 },
    (_, n) => sorted[Math.floor(((n + 1) * sorted.length) / BINS)] as number,
  )
  const distinct = [...new Set(edges)]
  return psi(binned(before, distinct), binned(after, distinct))
}

function binned(values: readonly number[], edges: readonly number[]) {
  const bins = Map.groupBy(values, (value) => edges.filter((edge) => edge <= value).length)
  return Array.from({ length: edges.length + 1 }, (_, bin) => bins.get(bin)?.length ?? 0)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The metrics and the totals of a month and of the one before, of an even sample of the sellers. Metrics are those of
 * the kept inputs, whatever the rules make of them; a total counts where it is rated. `sellers` is how many have a value in
 * the later month, of whom these are a sample.
 */
export async function readSamples(db: Sql, period: string) {
  const after = await valuesOf(db, period)
  const before = await valuesOf(db, shiftPeriod(period, -1))
  return ['total', ...METRICS.map(({ name }) => name)].map((name) => ({
    name,
    before: before.of.get(name) ?? [],
    after: after.of.get(name) ?? [],
    sellers: Math.round((after.of.get(name)?.length ?? 0) * after.each),
  }))
}

/** What was read of a month: the values of each name, and how many sellers each one read stands for. */
async function valuesOf(db: Sql, period: string): Promise<{ of: Map<string, number[]>; each: number }> {
  const rows = await db.rows<{ inputs: string | null; total_sos: number; is_rated: boolean; scores: number }>(
    `with score as (
       select seller_id, revision, total_sos, is_rated,
              row_number() over (order by seller_id) as n, count(*) over () as scores
       from ${COUNTED_SCORES} m where period = $1
     )
     select e.inputs, score.total_sos::float8 as total_sos, is_rated, scores
     from score left join score_explanations e
       on e.seller_id = score.seller_id and e.period = $1 and e.revision = score.revision
     where n % ceil(scores::float8 / ${MOST_SELLERS})::int = 0`,
    [period],
  )
  const values: [name: string, value: number][] = []
  for (const [n, { inputs, total_sos, is_rated }] of rows.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await pause()
    if (is_rated) values.push(['total', total_sos])
    if (inputs !== null) values.push(...metricsOf(inputs))
  }
  const byName = [...Map.groupBy(values, ([name]) => name)]
  return {
    of: new Map(byName.map(([name, some]) => [name, some.map(([, value]) => value)])),
    each: (rows[0]?.scores ?? 0) / rows.length,
  }
}

/** The metrics that a seller has a value of, by the facts of its score. */
function metricsOf(inputs: string): [string, number][] {
  const { aggregates, elapsed_days, feeds_in_use } = readInputsAlone(inputs)
  const facts = readAggregates(aggregates, elapsed_days)
  return METRICS.flatMap((metric): [string, number][] => {
    if (!metric.reads.every((feed) => feeds_in_use[feed])) return []
    const { numerator, denominator, volume, fixed } = metric.read(facts)
    if (volume.n === 0n) return []
    if (fixed) return [[metric.name, numberOf(fixed)]]
    if (denominator.n <= 0n) return []
    return [[metric.name, (numberOf(metric.factor) * numberOf(numerator)) / numberOf(denominator)]]
  })
}

const numberOf = ({ n, d }: Rational) => Number(n) / Number(d)
