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
import { routeOf } from '../logs/request-lines.ts'
import { createDatabaseValues, type Question } from './database-values.ts'

/** What Prometheus may know of the service. Each part hands in the metrics of its own. */
export interface Metrics {
  contentType: string
  /** A number that only grows, counted by this process. */
  counter<Label extends string>(options: Omit<CounterConfiguration<Label>, 'registers'>): Counter<Label>
  /** A number of this process, without labels, that is asked at each scrape; none while it is undefined. */
  watch(name: string, help: string, now: () => number | undefined): void
  /** Numbers of this process that are asked at each scrape. */
  gauge<Label extends string>(options: Omit<GaugeConfiguration<Label>, 'registers'>): Gauge<Label>
  /** Numbers that a statement knows, asked with all others of the kind (see database-values.ts). */
  ask(...questions: Question[]): void
  /** Everything, as Prometheus reads it. A database that is away leaves its numbers out. */
  text(): Promise<string>
  /** Ends with the app what serves the text. */
  onClose(end: () => void): void
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

/**
 * How often the delay of the event loop is looked at, and so the least that it can be. Every 10 ms, as by default, is
 * most of what a process at rest does.
 */
const LAG_MS = 50

/** From an enforcement check to an export, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of this app, in a registry of its own: tests build several apps in a process. */
export const metrics = fp(
  async (app) => {
    const registry = new Registry()
    const registers = [registry]
    const values = createDatabaseValues(() => (app.hasDecorator('db') ? app.db : undefined), app.log)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_MS })
    const ends: (() => void)[] = []
    app.addHook('onClose', async () => {
      for (const end of ends) end()
    })

    app.decorate('metrics', {
      contentType: registry.contentType,
      counter: (options) => new Counter({ ...options, registers }),
      gauge: (options) => new Gauge({ ...options, registers }),
      watch(name, help, now) {
        const gauge: Gauge = new Gauge({ name, help, registers, collect: () => setOrRemove(gauge, now()) })
      },
      ask(...questions) {
        values.add(questions)
        for (const question of questions) answerAtScrape(registers, question, () => values.of(question.name))
      },
      async text() {
        await values.refresh()
        return registry.metrics()
      },
      onClose: (end) => void ends.push(end),
    })

    app.metrics.watch(
      'sos_database_values_age_seconds',
      'How old the values are that were asked of the database',
      values.age,
    )

    const durations = new Histogram({
      name: 'sos_http_request_duration_seconds',
      help: 'How long requests took, from their headers to the end of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    })
    app.addHook('onResponse', (request, reply, done) => {
      const route = routeOf(request)
      const method = route === 'unknown' ? 'any' : request.method
      durations.observe(
        { method, route, status: CLASSES[reply.statusCode] ?? 'other' },
        reply.elapsedTime / 1000,
      )
      done()
    })
  },
  { name: 'metrics' },
)

const setOrRemove = (gauge: Gauge, value: number | undefined) =>
  value === undefined ? gauge.remove() : gauge.set(value)

/** 200 → 2xx. */
const CLASSES = Object.fromEntries(
  Array.from({ length: 500 }, (_, at) => [at + 100, `${Math.floor(at / 100) + 1}xx`]),
)

/** A metric without numbers is named and has no samples. */
function answerAtScrape(
  registers: Registry[],
  { name, help, type, labels, sql: _ }: Question,
  answers: () => { labels: string[]; value: number }[] | undefined,
) {
  const samples = (values: string[]) =>
    Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
  const options = { name, help, labelNames: labels, registers }
  const metric: Gauge | Counter = type === 'counter' ? new Counter(options) : new Gauge(options)
  Object.assign(metric, {
    collect() {
      metric.reset()
      if (labels.length === 0) metric.remove()
      for (const { labels: given, value } of answers() ?? [])
        if (metric instanceof Counter) metric.inc(samples(given), value)
        else metric.set(samples(given), value)
    },
  })
}
