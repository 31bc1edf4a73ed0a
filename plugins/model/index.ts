import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { getFairness } from './fairness.ts'
import { getStability } from './stability.ts'
import { getValidity } from './validity.ts'

/** Whether the scores treat groups alike, stay what they were, and say anything of the month to come. */
const plugin: FastifyPluginAsync = async (app) => {
  app.route(getFairness)
  app.route(getStability)
  app.route(getValidity)
}

export default fp(plugin, {
  name: 'model',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads'],
})
