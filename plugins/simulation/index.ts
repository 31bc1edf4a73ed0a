import type { FastifyInstance } from 'fastify'
import { findPath } from './path.ts'
import { getSensitivity } from './sensitivity.ts'
import { askWhatIf } from './what-if.ts'
import { worldReader } from './worlds.ts'

/** What a score would be if, and what it takes to reach a tier. Nothing here is written. */
export default async function plugin(app: FastifyInstance) {
  const readWorld = worldReader(app)
  app.route(askWhatIf(readWorld))
  app.route(getSensitivity(readWorld))
  app.route(findPath(readWorld))
}
