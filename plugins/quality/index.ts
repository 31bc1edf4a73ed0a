import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { getQuality } from './quality.ts'
import { qualitySchema } from './schemas.ts'

/** How complete the data of a month look. Senders declare what they have sent beside their feeds (see sync). */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sos/monthly/quality',
    config: { permission: 'scores.read', reads: 'sums' },
    schema: qualitySchema,
    handler: getQuality,
  })
}

export const quality = fp(plugin, {
  name: 'quality',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads'],
})
