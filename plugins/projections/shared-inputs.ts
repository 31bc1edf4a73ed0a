import type { FastifyInstance } from 'fastify'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { monthUntilNow } from '../../src/feeds/scored-month.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'
import { type Population, readPopulation } from './inputs/population.ts'
import type { SharedInputs } from './inputs/projected.ts'
import { readTimes } from './inputs/times.ts'
import { findPopulation, keepPopulation } from './queries.ts'

/** Reads what is the same of all sellers that are projected as of now, given the population. */
export type ReadSharedInputs = (tx: Sql, period: string, population: Population) => Promise<SharedInputs>

export const sharedInputsReader =
  ({ env, feeds }: FastifyInstance): ReadSharedInputs =>
  async (tx, period, population) => {
    const month = await monthUntilNow(tx, period, env.BUSINESS_TIMEZONE)
    const times = await readTimes(tx, month)
    return { month, times, rules: await scoringRulesOf(tx, period), population, feeds }
  }

/**
 * The population of the running month. It is read once a day, by the process that first projects on that day, and the
 * same for all: its rates move little, it takes the facts of 300 sellers, and the same question has one answer.
 */
export function populationReader({ env, feeds }: FastifyInstance) {
  let kept: { day: string; population: Population } | undefined
  return async (db: Database, period: string): Promise<Population> => {
    const month = await monthUntilNow(db, period, env.BUSINESS_TIMEZONE)
    const day = `${period} ${month.as_of_date}`
    if (kept?.day === day) return kept.population
    const population = (await findPopulation(db, day)) ?? (await readAndKeep(day))
    kept = { day, population }
    return population

    async function readAndKeep(day: string) {
      const read = await readForJob(db, async (tx) => {
        const times = await readTimes(tx, month)
        return readPopulation(tx, month, times, await scoringRulesOf(tx, period), feeds)
      })
      await keepPopulation(db, day, read)
      return (await findPopulation(db, day)) ?? read
    }
  }
}

export type ReadPopulation = ReturnType<typeof populationReader>
