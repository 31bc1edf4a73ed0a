import { setImmediate as pause } from 'node:timers/promises'
import type { Sql } from '../../platform/database/database.ts'
import { readAggregates } from '../../scoring/aggregates.ts'
import { METRICS } from '../../scoring/metrics.ts'
import type { Rational } from '../../scoring/rational.ts'
import { readInputsAlone } from '../../scoring/score-input.ts'
import { shiftPeriod } from '../business-time.ts'
import { COUNTED_SCORES } from '../scores/counted-scores.ts'
import type { Samples } from './judge/distributions.ts'

/** The most sellers that are read of a month: by chance alone two such samples have a PSI below 0.05. */
const MOST_SELLERS = 1_000
/** So many are read without a pause, which everything else in the process has to wait for. */
const AT_ONCE = 100

/** What was read of a month: the values of each name, and how many sellers each one read stands for. */
interface Values {
  of: Map<string, number[]>
  each: number
}

/**
 * The metrics and the totals of a month and of the one before, of an even sample of the sellers. Metrics are those of
 * the kept inputs, whatever the rules make of them; a total counts where it is rated.
 */
export async function readSamples(db: Sql, period: string): Promise<Samples[]> {
  const after = await valuesOf(db, period)
  const before = await valuesOf(db, shiftPeriod(period, -1))
  return ['total', ...METRICS.map(({ name }) => name)].map((name) => ({
    name,
    before: before.of.get(name) ?? [],
    after: after.of.get(name) ?? [],
    sellers: Math.round((after.of.get(name)?.length ?? 0) * after.each),
  }))
}

async function valuesOf(db: Sql, period: string): Promise<Values> {
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
  const values = new Map<string, number[]>()
  const add = (name: string, value: number) => {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  for (const [n, { inputs, total_sos, is_rated }] of rows.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await pause()
    if (is_rated) add('total', total_sos)
    if (inputs !== null) for (const [name, value] of metricsOf(inputs)) add(name, value)
  }
  return { of: values, each: (rows[0]?.scores ?? 0) / rows.length }
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
