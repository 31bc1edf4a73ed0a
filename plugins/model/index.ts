import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { getFairness } from './fairness.ts'
import { fairnessRoute } from './fairness-schemas.ts'
import { getStability } from './stability.ts'
import { stabilityRoute } from './stability-schemas.ts'
import { getValidity } from './validity.ts'
import { validityRoute } from './validity-schemas.ts'

/** Whether the scores treat groups alike, stay what they were, and say anything of the month to come. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...fairnessRoute, handler: getFairness })
  app.route({ ...stabilityRoute, handler: getStability })
  app.route({ ...validityRoute, handler: getValidity })
}

export default fp(plugin, {
  name: 'model',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads'],
})
