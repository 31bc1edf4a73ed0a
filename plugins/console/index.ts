import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { contextRoutes } from './context.ts'
import { serveConsole } from './serve.ts'

/** The web console: its pages, and what they ask for first. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  serveConsole(app)
  contextRoutes(app)
}

export default fp(plugin, {
  name: 'console',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'csv'],
})
