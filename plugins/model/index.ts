import type { FastifyInstance } from 'fastify'
import { getFairness } from './fairness.ts'
import { getStability } from './stability.ts'
import { getValidity } from './validity.ts'

/** Whether the scores treat groups alike, stay what they were, and say anything of the month to come. */
export default async function plugin(app: FastifyInstance) {
  for (const route of [getFairness, getStability, getValidity]) app.route(route)
}
