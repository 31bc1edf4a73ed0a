import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import { readOnly, unreachable } from '../../src/platform/database/unavailable.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { serviceUnavailable } from '../../src/platform/http/problems.ts'
import { Timestamp } from '../../src/platform/schemas/schemas.ts'

const Health = Type.Object({
  status: Type.String({ description: 'ok', examples: ['ok'] }),
  module: Type.String({ examples: ['seller-operating-score'] }),
  timestamp: Timestamp(),
})

/** Probes add what they like to their addresses, and must not be refused for it. */
const querystring = Type.Object({}, { additionalProperties: true })

const liveSchema = {
  tags: ['health'],
  operationId: 'getHealth',
  summary: 'Is the process up',
  description: 'Answers as long as the process runs, whatever the database does.',
  querystring,
  response: { 200: Health },
}

const readySchema = {
  tags: ['health'],
  operationId: 'getReadiness',
  summary: 'Can the service do its work',
  description:
    '200 when migrations are applied, the database answers and takes changes, and the queues exist; 503 with the reason otherwise.',
  querystring,
  response: { 200: Health },
}

/** Liveness and readiness, for load balancers and container platforms. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/health',
    config: { access: 'public', needsDatabase: false, isProbe: true, rateLimit: false },
    schema: liveSchema,
    handler: getHealth,
  })
  app.route({
    method: 'GET',
    url: '/api/health/ready',
    config: { access: 'public', needsDatabase: false, isProbe: true, rateLimit: false },
    schema: readySchema,
    handler: getReadiness,
  })
}

export const health = fp(plugin, { name: 'health', encapsulate: true, dependencies: ['database', 'jobs'] })

const now = () => ({ status: 'ok', module: 'seller-operating-score', timestamp: new Date().toISOString() })

const getHealth: Handler<typeof liveSchema> = async () => now()

const getReadiness: Handler<typeof readySchema> = async ({ server }) => {
  if (!server.jobs.isReady()) throw serviceUnavailable('queue_not_ready', 'The queue is not ready.')
  const problem = await server.db.availability.check()
  if (problem === 'unreachable') throw unreachable()
  if (problem === 'read-only') throw readOnly()
  return now()
}
