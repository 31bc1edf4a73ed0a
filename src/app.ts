import { setTimeout as delay } from 'node:timers/promises'
import sensible from '@fastify/sensible'
import type { FastifyPluginAsync } from 'fastify'
import { API_DESCRIPTION } from './api-description.ts'
import { codes } from './domain/codes/codes.ts'
import { events } from './domain/events/events.ts'
import { scope } from './domain/sellers/scope.ts'
import { logKeys } from './domain/transparency/log-keys.ts'
import type { Env } from './env.ts'
import type { Feed } from './feeds/feed.ts'
import { FEEDS } from './feeds/index.ts'
import { access } from './platform/access/access.ts'
import { tokens } from './platform/access/tokens.ts'
import { csv } from './platform/csv/csv.ts'
import { database } from './platform/database/database.ts'
import { answerTags } from './platform/http/answers/answer-tags.ts'
import { bigReads } from './platform/http/answers/big-reads.ts'
import { spools } from './platform/http/answers/spool.ts'
import { wholeLists } from './platform/http/answers/whole-lists.ts'
import { draining } from './platform/http/connections/draining.ts'
import { slowCallers } from './platform/http/connections/slow-callers.ts'
import { gzipBodies } from './platform/http/requests/gzip-bodies.ts'
import { rateLimits } from './platform/http/requests/rate-limits.ts'
import { openServer } from './platform/http/server.ts'
import { jobs } from './platform/jobs/jobs.ts'
import { retention } from './platform/jobs/retention.ts'
import type { LoggerOptions } from './platform/logs/logger.ts'
import { metrics } from './platform/metrics/metrics.ts'
import { openapi } from './platform/openapi/openapi.ts'
import { secrets } from './platform/security/secrets.ts'
import { threads } from './platform/threads/threads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    feeds: readonly Feed[]
  }
}

/** The platform's plugins. Each needs only those before it, and its hooks run after theirs. */
export const PLATFORM: { plugin: FastifyPluginAsync | typeof sensible; options?: object }[] = [
  { plugin: sensible },
  { plugin: draining },
  { plugin: metrics },
  { plugin: database },
  { plugin: slowCallers },
  { plugin: gzipBodies },
  { plugin: spools },
  { plugin: rateLimits },
  { plugin: secrets },
  { plugin: tokens },
  { plugin: access },
  { plugin: scope },
  { plugin: codes },
  { plugin: bigReads },
  { plugin: threads },
  { plugin: answerTags },
  { plugin: wholeLists },
  { plugin: openapi as FastifyPluginAsync, options: { description: API_DESCRIPTION } },
  { plugin: csv },
  { plugin: jobs },
  { plugin: retention },
  { plugin: events },
  { plugin: logKeys },
]

/** The time limit of a failed start for closing what it has opened. */
const CLOSE_MS = 10_000

/** Every domain is the plugin of a folder: listed, and not read from the disk, as the documentation has this order. */
const FOLDERS = `
  health metrics auth users employees audit warehouses sellers account-managers config sync sos
  quality simulation projections model backtests corrections transparency campaigns appeals
  surcharges revenue enforcement dashboard console events webhooks words`
  .trim()
  .split(/\s+/)
export const DOMAINS: FastifyPluginAsync[] = await Promise.all(
  FOLDERS.map(async (folder) => (await import(`../plugins/${folder}/index.ts`)).default),
)

/**
 * Builds the service without listening: what all domains stand on, in order, then every domain.
 * Ready means that migrations are applied, the pool answers and the queues exist.
 * @throws StartupError when the database can't be used
 */
export async function buildApp(env: Env, logger?: LoggerOptions, feeds: readonly Feed[] = FEEDS) {
  const app = bareApp(env, logger, feeds)
  try {
    for (const { plugin, options = {} } of PLATFORM) await app.register(plugin, options)
    for (const domain of DOMAINS) await app.register(domain)
    await app.ready()
  } catch (error) {
    // What has started by now, such as the embedded database, must not outlive a start that fails.
    const closed = new AbortController()
    const patience = delay(CLOSE_MS, undefined, { signal: closed.signal }) // nothing else may keep the process by now
    await Promise.race([app.close(), patience]).catch(() => {})
    patience.catch(() => {})
    closed.abort()
    throw error
  }
  return app
}

/** The server without its plugins. */
export function bareApp(env: Env, logger?: LoggerOptions, feeds: readonly Feed[] = FEEDS) {
  const app = openServer(env, logger)
  app.decorate('feeds', feeds)
  return app
}

export type App = Awaited<ReturnType<typeof buildApp>>
