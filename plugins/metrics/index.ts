import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What Prometheus scrapes, where METRICS_PORT serves it nowhere else. */
export default async function plugin(app: FastifyInstance) {
  if (app.env.METRICS_PORT !== undefined) return
  // Prometheus sends a token, and no header of ours.
  const isVerified = app.env.AUTH_MODE === 'verified'
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { permission: 'metrics.read', isProbe: true, ...(isVerified && { access: 'bearer' }) },
    schema: { hide: true },
    handler: scrape,
  })
}

async function scrape({ server }: FastifyRequest, reply: FastifyReply) {
  const text = await server.metrics.text()
  return reply.type(server.metrics.contentType).header('cache-control', 'no-store').send(text)
}
