import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { findPath } from './path.ts'
import { getSensitivity } from './sensitivity.ts'
import { askWhatIf } from './what-if.ts'
import { worldReader } from './worlds.ts'

/** What a score would be if, and what it takes to reach a tier. Nothing here is written. */
const plugin: FastifyPluginAsync = async (app) => {
  const readWorld = worldReader(app)
  app.route(askWhatIf(readWorld))
  app.route(getSensitivity(readWorld))
  app.route(findPath(readWorld))
}

export default fp(plugin, {
  name: 'simulation',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads', 'threads'],
})
