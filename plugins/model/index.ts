import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { getFairness } from './fairness.ts'
import { fairnessSchema } from './fairness-schemas.ts'
import { getStability } from './stability.ts'
import { stabilitySchema } from './stability-schemas.ts'
import { getValidity } from './validity.ts'
import { validitySchema } from './validity-schemas.ts'

/** Whether the scores treat groups alike, stay what they were, and say anything of the month to come. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sos/model/fairness',
    config: { permission: 'model.read', reads: 'sums', answersTag: true },
    schema: fairnessSchema,
    handler: getFairness,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/model/stability',
    config: { permission: 'model.read', reads: 'sums', answersTag: true },
    schema: stabilitySchema,
    handler: getStability,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/model/validity',
    config: { permission: 'model.read', reads: 'sums', answersTag: true },
    schema: validitySchema,
    handler: getValidity,
  })
}

export const model = fp(plugin, {
  name: 'model',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads'],
})
