import type { Server } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import { stopping } from '../http/connections/draining.ts'
import { probeAddress, problemOfPort } from '../process/probe-address.ts'
import { StartupError } from '../process/startup-error.ts'

/** What the port answers beside /metrics, by the service itself. */
const PROBES = ['/api/health', '/api/health/ready'] as const

/**
 * Serves /metrics, health and readiness on a port of their own, in a process with HTTP and in one without. It asks
 * nobody who they are, so it listens to this machine alone unless METRICS_HOST says otherwise, until the process ends.
 * @returns what listens, undefined without METRICS_PORT
 * @throws StartupError when the port is taken
 */
export async function serveMetrics(app: FastifyInstance): Promise<Server | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: port } = app.env
  if (port === undefined) return undefined
  const apart = Fastify({ requestTimeout: 10_000 })
  apart.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  apart.addHook('onError', async (_request, _reply, err) => app.log.warn({ err }, '/metrics is not answered'))
  apart.get('/metrics', async (_request, reply) => {
    const text = await app.metrics.text()
    return reply.type(app.metrics.contentType).send(text)
  })
  for (const url of PROBES)
    apart.get(url, async (_request, reply) => {
      const { statusCode, headers, body } = await app.inject(url).catch(() => closing(url))
      const { 'content-type': type, 'retry-after': retryAfter } = headers
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      return reply.code(statusCode).type(String(type)).send(body)
    })
  // Asked now, it also loads what asks the service, before its folder may be another release's.
  const alive = await app.inject(PROBES[0])
  /** A service that closes takes no request, not even this one: it lives, and is not ready. */
  function closing(url: (typeof PROBES)[number]) {
    const { headers } = alive
    if (url === PROBES[0])
      return { statusCode: 200, headers, body: { ...alive.json(), timestamp: new Date().toISOString() } }
    const { statusCode, message } = stopping()
    return { statusCode, headers, body: { error: message } }
  }
  const address = await apart.listen({ host, port }).catch(explain(host, port))
  app.log.info(`/metrics is served at ${address}/metrics`)
  return apart.server
}

/** Tries the port before anything is made. @throws StartupError when it is taken */
export async function probeMetricsPort({ METRICS_HOST: host, METRICS_PORT: port }: Env) {
  if (port === undefined) return
  await probeAddress({ host, port }).catch(explain(host, port))
}

const explain =
  (host: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    throw new StartupError(
      problemOfPort(error, 'METRICS_PORT', port) ??
        `METRICS_HOST ${host} can't be listened on (${error.message}). Set it to an address of this machine.`,
    )
  }
