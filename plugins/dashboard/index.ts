import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { statsSchema } from './schemas.ts'
import { statsReader } from './stats.ts'

/** A month at a glance. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/dashboard/stats',
    config: { permission: 'dashboard.read', answersTag: true },
    schema: statsSchema,
    handler: statsReader(app),
  })
}

export const dashboard = fp(plugin, {
  name: 'dashboard',
  encapsulate: true,
  dependencies: ['database', 'replicas', 'access', 'big-reads'],
})
