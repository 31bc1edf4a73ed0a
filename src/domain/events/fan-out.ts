import { Type } from '@sinclair/typebox'

/**
 * Sent with every event, in batches, so that a change of ten thousand sellers sends twenty jobs. The webhooks plugin
 * registers its handler. `events` are numbers of rows (events.id).
 */
export const eventFanOut = {
  name: 'event-fan-out',
  data: Type.Object({ events: Type.Array(Type.Integer({ minimum: 1 })) }),
}
