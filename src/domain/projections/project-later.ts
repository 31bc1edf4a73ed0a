import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { Id } from '../../platform/schemas/schemas.ts'

/** Projects the running month of all active sellers, each night. The projections plugin registers the handler. */
export const projectSellers = {
  name: 'projections',
  data: Type.Object({ after: Type.Optional(Id({ description: 'the last seller of the batch before' })) }),
} as const

/** Has the running month projected now, and not only at night: of a new demo there is nothing to see until then. */
export const projectLater = ({ db, jobs }: FastifyInstance) =>
  db.transaction((tx) => jobs.send(tx, projectSellers, {}))
