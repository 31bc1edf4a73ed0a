import { once } from 'node:events'
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { StartupError } from './startup-error.ts'

/**
 * How much garbage may lie beside what is in use before it is collected, in percent. V8 alone lets the heap grow to
 * four times what is in use on a large machine, which the service shares with its database.
 */
setFlagsFromString('--heap-growing-percent=50')

/**
 * Runs a process of the service: builds it, lets it serve, and ends it well. A start that fails for a reason an operator can
 * mend prints one sentence and exits with status 1. SIGTERM and SIGINT stop accepting, let requests and jobs
 * under way finish within SHUTDOWN_SECONDS, then close; a second signal exits at once.
 */
export async function runProcess(
  build: () => Promise<FastifyInstance>,
  serve: (app: FastifyInstance) => Promise<void> = async () => {},
) {
  const app = await build().catch(giveUp)
  await serve(app).catch(async (error) => {
    await app.close()
    giveUp(error)
  })
  let stopping = false
  // A connection kept alive after the last request of a stop would hold the stop up.
  app.server.on('request', (_request, response) =>
    response.once('close', () => stopping && app.server.closeIdleConnections()),
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      app.log.info({ signal }, 'stopping; a second signal exits at once')
      setTimeout(() => process.exit(1), (app.env.SHUTDOWN_SECONDS + 5) * 1000).unref()
      app.close().then(
        () => process.exit(0),
        (error) => {
          app.log.error({ err: error }, 'the stop failed')
          process.exit(1)
        },
      )
    })
}

/** Fails as listening would, before a first start spends its time on the demo. */
export async function probeAddress(address: { host: string; port: number }) {
  const probe = createServer().listen(address)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function giveUp(error: unknown): never {
  explain(error as NodeJS.ErrnoException)
  process.exit(1)
}

function explain(error: NodeJS.ErrnoException & { address?: string; port?: number }) {
  if (error.code === 'EADDRINUSE')
    console.error(`Port ${error.port} is taken. Set PORT to another one, or stop what listens there.`)
  else if (error.code === 'EACCES' && error.port)
    console.error(`Port ${error.port} may not be used by this user. Set PORT to one above 1023.`)
  else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    console.error(
      `HOST ${error.address ?? ''} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
    )
  else if (error instanceof StartupError) console.error(error.message)
  else console.error(error)
}
