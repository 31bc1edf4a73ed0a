import type { FastifyInstance } from 'fastify'
import { findPath } from './path.ts'
import { getSensitivity } from './sensitivity.ts'
import { askWhatIf } from './what-if.ts'

/** What a score would be if, and what it takes to reach a tier. Nothing here is written. */
export default async function plugin(app: FastifyInstance) {
  for (const route of [askWhatIf, getSensitivity, findPath]) app.route(route)
}
