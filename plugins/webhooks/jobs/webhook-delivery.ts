import { defineConsumer } from '../../../src/platform/jobs/consumer.ts'
import { deliveryJob } from '../delivery-task.ts'
import { openSender } from '../sending/sender.ts'

/** Makes the attempts that are due. See delivery-task.ts for what happens when one comes twice. */
export const webhookDelivery = defineConsumer({ ...deliveryJob, room: 2_000, batch: 250, open: openSender })
