import { randomUUID } from 'node:crypto'
import sensible from '@fastify/sensible'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { accountManagers } from '../plugins/account-managers/index.ts'
import { appeals } from '../plugins/appeals/index.ts'
import { auditLog } from '../plugins/audit/index.ts'
import { auth } from '../plugins/auth/index.ts'
import { campaigns } from '../plugins/campaigns/index.ts'
import { config } from '../plugins/config/index.ts'
import { dashboard } from '../plugins/dashboard/index.ts'
import { employees } from '../plugins/employees/index.ts'
import { enforcement } from '../plugins/enforcement/index.ts'
import { health } from '../plugins/health/index.ts'
import { sellers } from '../plugins/sellers/index.ts'
import { surcharges } from '../plugins/surcharges/index.ts'
import { users } from '../plugins/users/index.ts'
import { warehouses } from '../plugins/warehouses/index.ts'
import { webhooks } from '../plugins/webhooks/index.ts'
import type { Env } from './env.ts'
import { access } from './platform/access/access.ts'
import { tokens } from './platform/access/tokens.ts'
import { database } from './platform/database.ts'
import { jobs } from './platform/jobs.ts'
import { openapi } from './platform/openapi.ts'
import { frameworkProblem, useProblems } from './platform/problems.ts'
import { retention } from './platform/retention.ts'
import { sealing } from './platform/sealing.ts'
import { signals } from './platform/signals.ts'
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
  campaigns,
  appeals,
  surcharges,
  enforcement,
  dashboard,
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
    trustProxy: env.TRUST_PROXY === 'on',
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    pluginTimeout: 300_000,
    forceCloseConnections: 'idle',
    serializerOpts: { ajv: { formats: { period: true } } },
    frameworkErrors: frameworkProblem,
  })
  useValidation(app)
  useProblems(app)
  refuseUnstorableText(app)
  await app.register(sensible)
  await app.register(database, { env })
  await app.register(tokens)
  await app.register(access)
  await app.register(sealing)
  await app.register(openapi)
  await app.register(signals)
  await app.register(jobs)
  await app.register(retention)
  for (const domain of DOMAINS) await app.register(domain)
  await app.ready()
  return app
}

export type App = Awaited<ReturnType<typeof buildApp>>
