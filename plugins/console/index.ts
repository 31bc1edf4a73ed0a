import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { servePages } from './serve.ts'

/** The web console: its pages. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  servePages(app)
}

export const webConsole = fp(plugin, { name: 'console', encapsulate: true, dependencies: ['csv'] })
