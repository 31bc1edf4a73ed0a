import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import { probeAddress, problemOfPort } from '../process/probe-address.ts'
import { StartupError } from '../process/startup-error.ts'

const { createServer } = process.getBuiltinModule('node:http') // an import would load its WebSocket, and so undici

/** What the port answers beside /metrics, by the service itself. */
const PROBES = ['/api/health', '/api/health/ready']

/**
 * Serves /metrics, health and readiness on a port of their own, in a process with HTTP and in one without. It asks
 * nobody who they are, so it listens to this machine alone unless METRICS_HOST says otherwise, until the process ends.
 * @returns what listens, undefined without METRICS_PORT
 * @throws StartupError when the port is taken
 */
export async function serveMetrics(app: FastifyInstance): Promise<Server | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: port } = app.env
  if (port === undefined) return undefined
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(app, request, response).catch((error) => {
      app.log.warn({ err: error }, '/metrics could not be answered')
      response.destroy()
    })
  })
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, host, port)
  }
  server.on('error', (error) => app.log.warn({ err: error }, 'the port of /metrics reports an error'))
  await app.inject(PROBES[0] as string) // loads what asks the service, before its folder may be another release's
  const { port: listening } = server.address() as { port: number }
  app.log.info(`/metrics is served at http://${host}:${listening}/metrics`)
  return server
}

/** Tries the port before anything is made. @throws StartupError when it is taken */
export async function probeMetricsPort({ METRICS_HOST: host, METRICS_PORT: port }: Env) {
  if (port === undefined) return
  await probeAddress({ host, port }).catch((error) => {
    throw explained(error, host, port)
  })
}

async function answer(app: FastifyInstance, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').split('?')[0] ?? ''
  request.resume()
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'GET only.\n')
  if (path === '/metrics') return send(response, 200, await app.metrics.text(), app.metrics.contentType)
  if (!PROBES.includes(path)) return send(response, 404, `Here are /metrics, ${PROBES.join(' and ')}.\n`)
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url: path })
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  send(response, statusCode, body, String(headers['content-type']))
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

const explained = (error: NodeJS.ErrnoException, host: string, port: number) =>
  new StartupError(
    problemOfPort(error, 'METRICS_PORT', port) ??
      `METRICS_HOST ${host} can't be listened on (${error.message}). Set it to an address of this machine.`,
  )
