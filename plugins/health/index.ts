import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { faulty, readOnly, unreachable } from '../../src/platform/database/connect/unavailable.ts'
import { stopping } from '../../src/platform/http/connections/draining.ts'
import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Nullable, Timestamp } from '../../src/platform/schemas/schemas.ts'

const Health = Type.Object({
  status: Type.String({ description: 'ok', examples: ['ok'] }),
  module: Type.String({ examples: ['seller-operating-score'] }),
  timestamp: Timestamp(),
})

const count = (description: string, example: number) =>
  Nullable(Type.Integer({ examples: [example] }), {
    description: `${description}; null when it is not known`,
  })

const Readiness = Type.Object({
  ...Health.properties,
  jobs_waiting: count('Jobs that are due and that nobody has taken', 0),
  oldest_waiting_seconds: count('For how long the oldest of these jobs has been due', 0),
})

/** Probes add what they like to their addresses, and must not be refused for it. */
const querystring = Type.Object({}, { additionalProperties: true })

/** Liveness and readiness, for load balancers and container platforms. */
export default async function plugin(app: FastifyInstance) {
  for (const route of [getHealth, getReadiness]) app.route({ ...route, ...WITHOUT_COMPILING })
}

/** Any query is taken, answers are made in order: loading what compiles schemas would take longer than the start. */
const WITHOUT_COMPILING = {
  validatorCompiler: () => () => true,
  serializerCompiler: () => JSON.stringify,
}

const config = { needsDatabase: false, isProbe: true, rateLimit: false } as const

const getHealth = endpoint('GET', '/api/health', 'public', {
  config,
  operationId: 'getHealth',
  summary: 'Is the process up',
  description: 'Answers as long as the process runs, whatever the database does.',
  querystring,
  response: { 200: Health },
})(async () => now())

const getReadiness = endpoint('GET', '/api/health/ready', 'public', {
  config,
  operationId: 'getReadiness',
  summary: 'Can the service do its work',
  description:
    '200 when migrations are applied, the database answers and takes changes, the queues exist and the process is not about to stop; 503 with the reason otherwise. What is said of jobs is some seconds old, and no reason for a 503: requests are answered without workers, too.',
  querystring,
  response: { 200: Readiness },
})(async ({ server }) => {
  if (server.draining.isOn()) throw stopping()
  if (!server.jobs.isReady()) throw serviceUnavailable('queue_not_ready', 'The queue is not ready.')
  const problem = await server.db.availability.check()
  if (problem === 'unreachable') throw unreachable()
  if (problem === 'read-only') throw readOnly()
  if (problem === 'faulty') throw faulty()
  const status = await server.jobs.status()
  return {
    ...now(),
    jobs_waiting: status?.jobs_waiting ?? null,
    oldest_waiting_seconds: status ? Math.round(status.oldest_waiting_seconds) : null,
  }
})

const now = () => ({ status: 'ok', module: 'seller-operating-score', timestamp: new Date().toISOString() })
