import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'

/**
 * Numbers that a statement knows. Every process answers the same ones, so a dashboard takes the `max` of them, never
 * the `sum`.
 */
export interface Question {
  /** The metric, by the rules of Prometheus: `sos_…`, base units, `_total` for what only grows. */
  name: string
  help: string
  type: 'gauge' | 'counter'
  labels: string[]
  /** A whole statement whose rows have `labels`, an array of text in the order of `labels`, and `value`. */
  sql: string
}

/** One number, with the values of its labels. */
export interface Answer {
  labels: string[]
  value: number
}

/** How old numbers may be before they are asked again. */
const FRESH_MS = 15_000
/** How long one scrape waits for new numbers; after that it takes the ones before. */
const WAIT_MS = 3_000
/** From when on numbers are too old to be told. */
const STALE_MS = 120_000
/** How long the statement may take. */
const TIMEOUT_MS = 5_000

/**
 * Answers the questions of all domains by one statement on the connections of bulk work, at most every 15 seconds and
 * never twice at a time, however many ask.
 */
export function createDatabaseValues(db: () => Database | undefined, log: Pick<FastifyBaseLogger, 'debug'>) {
  const questions: Question[] = []
  let known: { at: number; answers: Map<string, Answer[]> } | undefined
  let asking: Promise<void> | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  async function ask({ bulkTransaction }: Database) {
    try {
      const rows = await bulkTransaction((tx) => tx.rows<Answer & { name: string }>(textOf(questions)), {
        timeout: TIMEOUT_MS,
      })
      const answers = new Map<string, Answer[]>(questions.map(({ name }) => [name, []]))
      for (const { name, ...answer } of rows) answers.get(name)?.push(answer)
      known = { at: performance.now(), answers }
    } catch (error) {
      log.debug({ err: error }, 'the database gave no numbers for /metrics')
    }
  }

  async function refresh() {
    const database = db()
    if (!database || database.availability.problem() === 'unreachable') {
      known = undefined
      return
    }
    if (!asking && performance.now() - askedAt < FRESH_MS) return
    askedAt = performance.now()
    asking ??= ask(database).finally(() => {
      asking = undefined
    })
    await Promise.race([asking, delay(WAIT_MS, undefined, { ref: false })])
    if (database.availability.problem() === 'unreachable') known = undefined
  }

  const isTellable = () => known !== undefined && performance.now() - known.at < STALE_MS

  return {
    add: (more: Question[]) => void questions.push(...more),
    refresh,
    /** The numbers of a metric; undefined while the database has given none for some time. */
    of: (name: string): Answer[] | undefined => (isTellable() ? known?.answers.get(name) : undefined),
    /** How old the numbers are, in seconds; undefined while there are none. */
    age: () => (known && isTellable() ? (performance.now() - known.at) / 1000 : undefined),
  }
}

/** The questions as one statement. */
const textOf = (questions: Question[]) =>
  questions
    .map(({ name, sql }) => `select '${name}' as name, labels::text[], value::float8 from (${sql}) as one`)
    .join('\nunion all\n')
