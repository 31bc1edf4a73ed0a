import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sensible from '@fastify/sensible'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { accountManagers } from '../plugins/account-managers/index.ts'
import { appeals } from '../plugins/appeals/index.ts'
import { auditLog } from '../plugins/audit/index.ts'
import { auth } from '../plugins/auth/index.ts'
import { backtests } from '../plugins/backtests/index.ts'
import { campaigns } from '../plugins/campaigns/index.ts'
import { config } from '../plugins/config/index.ts'
import { webConsole } from '../plugins/console/index.ts'
import { corrections } from '../plugins/corrections/index.ts'
import { dashboard } from '../plugins/dashboard/index.ts'
import { employees } from '../plugins/employees/index.ts'
import { enforcement } from '../plugins/enforcement/index.ts'
import { eventFeed } from '../plugins/events/index.ts'
import { health } from '../plugins/health/index.ts'
import { metricsPage } from '../plugins/metrics/index.ts'
import { model } from '../plugins/model/index.ts'
import { projections } from '../plugins/projections/index.ts'
import { quality } from '../plugins/quality/index.ts'
import { sellers } from '../plugins/sellers/index.ts'
import { simulation } from '../plugins/simulation/index.ts'
import { sos } from '../plugins/sos/index.ts'
import { surcharges } from '../plugins/surcharges/index.ts'
import { sync } from '../plugins/sync/index.ts'
import { transparency } from '../plugins/transparency/index.ts'
import { users } from '../plugins/users/index.ts'
import { warehouses } from '../plugins/warehouses/index.ts'
import { webhooks } from '../plugins/webhooks/index.ts'
import { events } from './domain/events/events.ts'
import { logKeys } from './domain/transparency/log-keys.ts'
import type { Env } from './env.ts'
import { access } from './platform/access/access.ts'
import { tokens } from './platform/access/tokens.ts'
import { csv } from './platform/csv/csv.ts'
import { database } from './platform/database/database.ts'
import { notifications } from './platform/database/notifications.ts'
import { replicas } from './platform/database/replicas.ts'
import { answerTags } from './platform/http/answer-tags.ts'
import { bigReads } from './platform/http/big-reads.ts'
import { answerBrokenRequest, answerOddRequests } from './platform/http/client-errors.ts'
import { noValidators, serializerOpts, serializersAtFirstUse } from './platform/http/compile-at-first-use.ts'
import { frameworkProblem, useProblems } from './platform/http/error-handler.ts'
import { answerKnownHosts } from './platform/http/known-hosts.ts'
import { refuseUnknownParameters } from './platform/http/known-parameters.ts'
import { readLeniently } from './platform/http/lenient-requests.ts'
import { rateLimits } from './platform/http/rate-limits.ts'
import { setSecurityHeaders } from './platform/http/security-headers.ts'
import { silentConnections } from './platform/http/silent-connections.ts'
import { headerTimeouts, slowBodies } from './platform/http/slow-bodies.ts'
import { slowReaders } from './platform/http/slow-readers.ts'
import { slowStops } from './platform/http/slow-stops.ts'
import { spools } from './platform/http/spool.ts'
import { refuseUnstorableText } from './platform/http/unstorable-text.ts'
import { readUntypedJson } from './platform/http/untyped-json.ts'
import { useValidation } from './platform/http/validation.ts'
import { jobs } from './platform/jobs/jobs.ts'
import { type LoggerOptions, loggerOf, withSerializers } from './platform/logs/logger.ts'
import { RequestLines, useRequestLines } from './platform/logs/request-lines.ts'
import { requestLog } from './platform/logs/request-log.ts'
import { metrics } from './platform/metrics/metrics.ts'
import { openapi } from './platform/openapi/openapi.ts'
import { retention } from './platform/retention/retention.ts'
import { encryption } from './platform/security/encryption.ts'
import { keyedHash } from './platform/security/keyed-hash.ts'
import { threads } from './platform/threads/threads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The settings of the process. */
    env: Env
  }
}

/** What all domains stand on, in order: each needs only those before it. */
export const PLATFORM: { plugin: FastifyPluginAsync; options?: object }[] = [
  { plugin: sensible as unknown as FastifyPluginAsync },
  { plugin: metrics },
  { plugin: database },
  { plugin: replicas },
  { plugin: silentConnections },
  { plugin: slowBodies },
  { plugin: slowReaders },
  { plugin: slowStops },
  { plugin: spools },
  { plugin: rateLimits },
  { plugin: keyedHash },
  { plugin: tokens },
  { plugin: access },
  { plugin: bigReads },
  { plugin: threads },
  { plugin: answerTags },
  { plugin: encryption },
  {
    plugin: openapi as FastifyPluginAsync,
    options: { describe: async () => (await import('./api-description.ts')).API_DESCRIPTION },
  },
  { plugin: csv },
  { plugin: notifications },
  { plugin: jobs },
  { plugin: retention },
  { plugin: events },
  { plugin: logKeys },
]

/** How long a start that failed may take to undo what it has done. */
const CLOSE_MS = 10_000

/** Every domain, one plugin each. */
export const DOMAINS = [
  health,
  metricsPage,
  auth,
  users,
  employees,
  auditLog,
  warehouses,
  sellers,
  accountManagers,
  config,
  sync,
  sos,
  quality,
  simulation,
  projections,
  model,
  backtests,
  corrections,
  transparency,
  campaigns,
  appeals,
  surcharges,
  enforcement,
  dashboard,
  webConsole,
  eventFeed,
  webhooks,
]

/**
 * Builds the service without listening: what all domains stand on, in order, then every domain.
 * Ready means that migrations are applied, the pool answers and the queues exist.
 * @throws StartupError when the database can't be used
 */
export async function buildApp(env: Env, logger?: LoggerOptions) {
  const app = bareApp(env, logger)
  try {
    await assemble(app)
  } catch (error) {
    // What has started by now, such as the embedded database, must not outlive a start that fails.
    await Promise.race([app.close(), delay(CLOSE_MS, undefined, { ref: false })])
    throw error
  }
  return app
}

/** The server that all plugins run in: how requests are read, checked and refused. */
export function bareApp(env: Env, logger: LoggerOptions = loggerOf(env.LOG_LEVEL)) {
  const app = Fastify({
    logger: withSerializers(logger),
    logController: new RequestLines(),
    childLoggerFactory: requestLog,
    trustProxy: env.TRUST_PROXY ?? false, // by address, as a count would believe who comes around the proxies
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    pluginTimeout: 300_000,
    forceCloseConnections: 'idle',
    http: { ...headerTimeouts(env.REQUEST_TIMEOUT_SECONDS), requireHostHeader: false }, // answerOddRequests says so
    serializerOpts,
    schemaController: {
      compilersFactory: { buildSerializer: serializersAtFirstUse, buildValidator: noValidators },
    },
    frameworkErrors: frameworkProblem,
    clientErrorHandler: answerBrokenRequest,
  })
  app.decorate('env', env)
  answerOddRequests(app)
  setSecurityHeaders(app)
  useRequestLines(app)
  refuseUnknownParameters(app)
  readLeniently(app)
  useValidation(app)
  useProblems(app)
  answerKnownHosts(app)
  app.removeContentTypeParser('text/plain') // no route takes a text, and a body without its type comes as one
  refuseUnstorableText(app)
  readUntypedJson(app)
  return app
}

async function assemble(app: FastifyInstance) {
  for (const { plugin, options = {} } of PLATFORM) await app.register(plugin, options)
  for (const domain of DOMAINS) await app.register(domain)
  await app.ready()
}

export type App = Awaited<ReturnType<typeof buildApp>>
