import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client'
import { keptFresh } from '../kept.ts'
import { routeOf } from '../logs/request-lines.ts'

/** Numbers that a statement knows, the same in every process: a dashboard takes the `max` of them, never the `sum`. */
export interface Question {
  /** The metric, by the rules of Prometheus: `sos_…`, base units, `_total` for what only grows. */
  name: string
  help: string
  type: 'gauge' | 'counter'
  labels: string[]
  /** A whole statement whose rows have `labels`, an array of text in the order of `labels`, and `value`. */
  sql: string
}

/** A row of all questions' answers: one number, with the values of its labels. */
interface Answer {
  name: string
  labels: string[]
  value: number
}

/** What Prometheus may know of the service. Each part hands in the metrics of its own. */
export type Metrics = ReturnType<typeof createMetrics>

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

/** How old the database's numbers may be before they are asked again, and how long one scrape waits for new ones. */
const ASKED = { freshMs: 15_000, patienceMs: 3_000 }
/** From when on numbers are too old to be told. */
const STALE_MS = 120_000
/** How long the statement may take. */
const TIMEOUT_MS = 5_000

/**
 * How often the delay of the event loop is looked at, and so the least that it can be. Every 10 ms, as by default, is
 * most of what a process at rest does.
 */
const LAG_MS = 50

/** From an enforcement check to an export, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

function createMetrics(app: FastifyInstance, registry: Registry) {
  const registers = [registry]
  const questions: Question[] = []
  const ask = keptFresh(() => answersOf(app, questions), ASKED)
  /** What the database said, as this scrape tells it. */
  let told: Awaited<ReturnType<typeof ask>>
  const isAway = () => !app.hasDecorator('db') || app.db.availability.problem() === 'unreachable'
  const age = () => (told ? performance.now() - told.at : undefined)
  function watch(name: string, help: string, now: () => number | undefined) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => setOrRemove(gauge, now()) })
  }
  watch(
    'sos_database_values_age_seconds',
    'How old the values are that were asked of the database',
    () => told && Number(age()) / 1000,
  )

  return {
    contentType: registry.contentType,
    /** A number that only grows, counted by this process. */
    counter: <Label extends string>(options: Omit<CounterConfiguration<Label>, 'registers'>) =>
      new Counter<Label>({ ...options, registers }),
    /** Numbers of this process that are asked at each scrape. */
    gauge: <Label extends string>(options: Omit<GaugeConfiguration<Label>, 'registers'>) =>
      new Gauge<Label>({ ...options, registers }),
    /** A number of this process, without labels, that is asked at each scrape; none while it is undefined. */
    watch,
    /** Numbers that a statement knows: all are asked in one, on the connections of bulk work. */
    ask(...more: Question[]) {
      questions.push(...more)
      for (const question of more)
        answerAtScrape(registers, question, () => told?.value.filter(({ name }) => name === question.name))
    },
    /** Everything, as Prometheus reads it. A database that is away leaves its numbers out. */
    async text() {
      told = isAway() ? undefined : await ask()
      if (isAway() || Number(age()) > STALE_MS) told = undefined
      return registry.metrics()
    },
  }
}

/** The metrics of this app, in a registry of its own: tests build several apps in a process. */
export const metrics = fp(
  async (app) => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_MS })
    app.decorate('metrics', createMetrics(app, registry))
    const durations = new Histogram({
      name: 'sos_http_request_duration_seconds',
      help: 'How long requests took, from their headers to the end of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    })
    app.addHook('onResponse', (request, reply, done) => {
      const route = routeOf(request)
      const method = route === 'unknown' ? 'any' : request.method
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      durations.observe({ method, route, status }, reply.elapsedTime / 1000)
      done()
    })
  },
  { name: 'metrics' },
)

/** The answers to all questions, by one statement. */
const answersOf = ({ db, log }: FastifyInstance, questions: Question[]): Promise<Answer[]> => {
  const sql = questions
    .map(({ name, sql }) => `select '${name}' as name, labels::text[], value::float8 from (${sql}) as one`)
    .join('\nunion all\n')
  return db
    .bulkTransaction((tx) => tx.rows<Answer>(sql), { timeout: TIMEOUT_MS })
    .catch((error) => {
      log.debug({ err: error }, 'the database gave no numbers for /metrics')
      throw error
    })
}

const setOrRemove = (gauge: Gauge, value: number | undefined) =>
  value === undefined ? gauge.remove() : gauge.set(value)

/** A metric without numbers is named and has no samples. */
function answerAtScrape(
  registers: Registry[],
  { name, help, type, labels }: Question,
  answers: () => Answer[] | undefined,
) {
  const Metric = type === 'counter' ? Counter : Gauge
  const collect = () => {
    metric.reset()
    if (labels.length === 0) metric.remove()
    for (const { labels, value } of answers() ?? []) metric.labels(...labels).inc(value)
  }
  const metric: Counter | Gauge = new Metric({ name, help, labelNames: labels, registers, collect })
}
