import type { FastifyInstance } from 'fastify'
import { type Env, readEnv } from './env.ts'
import { serveMetrics } from './platform/metrics/metrics-port.ts'
import { problemOfPort } from './platform/process/probe-address.ts'
import { StartupError } from './platform/process/startup-error.ts'
import { sayFailure } from './say-failure.ts'

/** What a stop may take beyond SHUTDOWN_SECONDS, to give back what was not finished. */
const LAST_MS = 1_000
/** How often it is looked whether the npm that runs the process has been stopped. */
const LOOK_MS = 500

/**
 * Runs a process of the service: builds it, lets it serve, and ends it in order, also while it still starts.
 * - A start that fails for a reason an operator can remove prints one sentence and exits with status 1.
 * - SIGTERM, SIGINT and SIGHUP let callers go elsewhere (draining.ts), let requests and jobs under way finish, then
 *   close; a second one exits at once. SIGTERM to the npm that runs the process stops it likewise: npm hands the signal
 *   to the shell between the two alone, which ends by it.
 * - An error that nobody handles is logged as fatal and stops the process without a drain, with status 1. If there are
 *   more of them meanwhile, they are logged and the stop goes on.
 *
 * Whatever a stop waits for, it is over one second after DRAIN_SECONDS and SHUTDOWN_SECONDS, then with status 1.
 *
 * The package close-with-grace would exit at once at a second error, and with 0 after a rejection without a reason.
 */
export async function runProcess(
  build: (env: Env) => Promise<FastifyInstance>,
  serve: (app: FastifyInstance) => Promise<void> = async () => {},
) {
  const env = settings()
  const starting = build(env)
  let app: FastifyInstance | undefined
  let stopping = false
  let status = 0
  let signals = 0

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal !== 'SIGHUP') signals += 1 // a closing terminal sends its own more than once
      if (signals > 1) process.exit(1)
      if (app) app.log.info({ signal }, 'stopping; a second signal exits at once')
      else console.error('Stopping when the start is done; a second signal exits at once.')
      void stop()
    })
  const shell = process.ppid
  if (process.env.npm_lifecycle_event === 'start' || process.env.npm_lifecycle_event === 'worker')
    setInterval(() => void (process.ppid !== shell && stop()), LOOK_MS).unref()
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}) // its reader may go first
  // Rejections that nobody handles come here too.
  process.on('uncaughtException', (error) => {
    status = 1
    if (app && !(error instanceof StartupError))
      app.log.fatal({ err: error }, 'nobody handled this error; stopping')
    else sayFailure(error)
    void stop({ drains: false })
  })

  async function stop({ drains = true } = {}) {
    if (stopping) return
    stopping = true
    const drainSeconds = drains ? env.DRAIN_SECONDS : 0
    setTimeout(giveUp, (drainSeconds + env.SHUTDOWN_SECONDS) * 1000 + LAST_MS)
    try {
      const built = await starting.catch(() => undefined)
      if (drains) await built?.draining.drain()
      await built?.close()
    } catch (error) {
      app?.log.error({ err: error }, 'the stop failed')
      status = 1
    }
    process.exit(status)
  }

  function giveUp() {
    app?.log.error('SHUTDOWN_SECONDS are over: what is still under way is cut off')
    process.exit(1)
  }

  try {
    app = await starting
    if (!stopping) await serveMetrics(app)
    if (!stopping) await serve(app)
  } catch (error) {
    if (stopping) return // which is why it failed
    printStartupError(error as NodeJS.ErrnoException)
    status = 1
    await stop({ drains: false })
  }
}

function settings() {
  try {
    return readEnv()
  } catch (error) {
    sayFailure(error)
    process.exit(1)
  }
}

function printStartupError(
  error: NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number },
) {
  const problem = problemOfPort(error, 'PORT', error.port)
  if (problem) console.error(problem)
  else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    console.error(
      `HOST ${error.address ?? error.hostname ?? ''} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
    )
  else sayFailure(error)
}
