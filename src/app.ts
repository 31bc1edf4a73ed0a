import { randomUUID } from 'node:crypto'
import sensible from '@fastify/sensible'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { accountManagers } from '../plugins/account-managers/index.ts'
import { appeals } from '../plugins/appeals/index.ts'
import { auditLog } from '../plugins/audit/index.ts'
import { auth } from '../plugins/auth/index.ts'
import { campaigns } from '../plugins/campaigns/index.ts'
import { config } from '../plugins/config/index.ts'
import { dashboard } from '../plugins/dashboard/index.ts'
import { employees } from '../plugins/employees/index.ts'
import { enforcement } from '../plugins/enforcement/index.ts'
import { events } from '../plugins/events/index.ts'
import { health } from '../plugins/health/index.ts'
import { sellers } from '../plugins/sellers/index.ts'
import { sos } from '../plugins/sos/index.ts'
import { surcharges } from '../plugins/surcharges/index.ts'
import { sync } from '../plugins/sync/index.ts'
import { users } from '../plugins/users/index.ts'
import { warehouses } from '../plugins/warehouses/index.ts'
import { webhooks } from '../plugins/webhooks/index.ts'
import type { Env } from './env.ts'
import { access } from './platform/access/access.ts'
import { tokens } from './platform/access/tokens.ts'
import { answerBrokenRequest } from './platform/broken-requests.ts'
import { csv } from './platform/csv/csv.ts'
import { database } from './platform/database/database.ts'
import { notifications } from './platform/database/notifications.ts'
import { FORMATS } from './platform/formats.ts'
import { jobs } from './platform/jobs/jobs.ts'
import { openapi } from './platform/openapi.ts'
import { frameworkProblem, useProblems } from './platform/problems.ts'
import { retention } from './platform/retention.ts'
import { sealing } from './platform/sealing.ts'
import { headerTimeouts, slowBodies } from './platform/slow-bodies.ts'
import { spools } from './platform/spool.ts'
import { refuseUnstorableText } from './platform/text.ts'
import { useValidation } from './platform/validation.ts'

/** Every domain, one plugin each. */
const DOMAINS = [
  health,
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
  campaigns,
  appeals,
  surcharges,
  enforcement,
  dashboard,
  events,
  webhooks,
]

/**
 * Builds the service without listening: what all domains stand on, in order, then every domain.
 * Ready means that migrations are applied, the pool answers and the queues exist.
 * @throws StartupError when the database can't be used
 */
export async function buildApp(env: Env, logger: FastifyServerOptions['logger'] = { level: env.LOG_LEVEL }) {
  const app = Fastify({
    logger,
    trustProxy: env.TRUST_PROXY ?? false, // by address, as a count would believe who comes around the proxies
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    pluginTimeout: 300_000,
    forceCloseConnections: 'idle',
    http: headerTimeouts(env.REQUEST_TIMEOUT_SECONDS),
    serializerOpts: {
      ajv: { formats: Object.fromEntries(Object.keys(FORMATS).map((name) => [name, true])) },
    },
    frameworkErrors: frameworkProblem,
    clientErrorHandler: answerBrokenRequest,
  })
  useValidation(app)
  useProblems(app)
  app.removeContentTypeParser('text/plain') // no route takes a text, and a body without its type comes as one
  refuseUnstorableText(app)
  try {
    await assemble(app, env)
  } catch (error) {
    // What has started by now, such as the embedded database, must not outlive a start that fails.
    await app.close()
    throw error
  }
  return app
}

async function assemble(app: FastifyInstance, env: Env) {
  await app.register(sensible)
  await app.register(database, { env })
  await app.register(slowBodies)
  await app.register(spools)
  await app.register(tokens)
  await app.register(access)
  await app.register(sealing)
  await app.register(openapi)
  await app.register(csv)
  await app.register(notifications)
  await app.register(jobs)
  await app.register(retention)
  for (const domain of DOMAINS) await app.register(domain)
  await app.ready()
}

export type App = Awaited<ReturnType<typeof buildApp>>
