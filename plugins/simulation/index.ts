import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { findPath } from './path.ts'
import { pathSchema } from './path-schemas.ts'
import { getSensitivity } from './sensitivity.ts'
import { sensitivitySchema } from './sensitivity-schemas.ts'
import { askWhatIf } from './what-if.ts'
import { whatIfSchema } from './what-if-schemas.ts'
import { worldReader } from './worlds.ts'

/** What a score would be if, and what it takes to reach a tier. Nothing here is written. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const readWorld = worldReader(app)
  app.route({
    method: 'POST',
    url: '/api/sos/sellers/:seller_code/score/what-if',
    config: { permission: 'seller-scores.read', idempotencyKey: false },
    schema: whatIfSchema,
    handler: askWhatIf(readWorld),
  })
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/sensitivity',
    config: { permission: 'seller-scores.read', answersTag: true },
    schema: sensitivitySchema,
    handler: getSensitivity(readWorld),
  })
  app.route({
    method: 'POST',
    url: '/api/sos/sellers/:seller_code/score/path',
    config: { permission: 'seller-scores.read', idempotencyKey: false },
    schema: pathSchema,
    handler: findPath(readWorld),
  })
}

export const simulation = fp(plugin, {
  name: 'simulation',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads', 'threads'],
})
