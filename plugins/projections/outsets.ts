import { monthUntilNow } from '../../src/domain/metrics/scored-month.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { type Population, readPopulation } from './reading/population.ts'
import type { Outset } from './reading/projected.ts'
import { readTimes } from './reading/times.ts'

export type ReadOutset = (tx: Sql, period: string) => Promise<Outset>

/**
 * Reads what is the same of all sellers that are projected as of now. The population is read once a day in each process,
 * as of its first projection of that day: its rates move little, and it takes the facts of 300 sellers.
 */
export function outsetReader(time_zone: string): ReadOutset {
  let kept: { day: string; population: Population } | undefined
  return async (tx, period) => {
    const month = await monthUntilNow(tx, period, time_zone)
    const times = await readTimes(tx, month)
    const rules = await scoringRulesOf(tx, period)
    const day = `${period} ${month.as_of_date}`
    const population = kept?.day === day ? kept.population : await readPopulation(tx, month, times, rules)
    kept = { day, population }
    return { month, times, rules, population }
  }
}
