import { defineConsumer } from '../../../src/platform/jobs/consumer.ts'
import { deliveryJob } from '../delivery-task.ts'
import { openSender, type Sender } from '../sending/sender.ts'

/**
 * Makes the attempts that are due. See delivery-task.ts for what happens when one comes twice. `sender` answers the
 * sender that works the job, undefined in a process without workers.
 */
export function webhookDeliveries() {
  let sender: Sender | undefined
  const job = defineConsumer({
    ...deliveryJob,
    room: 2_000,
    sizeOf: ({ deliveries }) => deliveries.length,
    batch: 20,
    open: (app, lease) => (sender = openSender(app, lease)),
  })
  return { job, sender: () => sender }
}
