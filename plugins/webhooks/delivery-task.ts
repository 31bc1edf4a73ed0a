import { type Static, Type } from '@sinclair/typebox'
import { Id } from '../../src/platform/schemas/schemas.ts'

/**
 * One attempt at a delivery. `turn` is what identifies it: a delivery counts its turns, so that a job that comes a
 * second time, because its process died between storing the attempt and ending the job, or because the delivery was
 * asked for anew meanwhile, finds another turn and sends nothing. When the process died before storing, the attempt
 * is made again, with the same `webhook-id`.
 */
export const deliveryJob = {
  name: 'webhook-delivery',
  data: Type.Object({
    delivery_id: Type.Integer({ minimum: 1 }),
    subscription_id: Id(),
    turn: Type.Integer({ minimum: 1 }),
  }),
}
export type DeliveryJob = Static<typeof deliveryJob.data>

/** Jobs of one subscription are a group, so that they can be left in the queue while it has enough to do. */
export const grouped = ({ subscription_id }: DeliveryJob) => ({ group: { id: String(subscription_id) } })

/** What was asked for by hand stands behind what has just happened. */
export const asked = (job: DeliveryJob) => ({ ...grouped(job), priority: -1 })
