import t from 'tap'
import type { Endpoint } from '../../plugins/webhooks/sending/endpoint.ts'
import type { LoadedTask } from '../../plugins/webhooks/sending/endpoint-queue.ts'
import { createEndpointQueues } from '../../plugins/webhooks/sending/endpoint-queues.ts'

const endpoint = { id: 1, max_concurrency: 2 } as Endpoint
const loaded = (delivery_id: number, body = '{}', lost = false) =>
  ({ due: { delivery_id, payload: { body } }, held: { claim: { lost } } }) as unknown as LoadedTask
const idOf = (task?: LoadedTask) => task?.due.delivery_id

t.test('tasks leave a queue in their order, without those whose job is lost', async (t) => {
  const queues = createEndpointQueues()
  const queue = queues.add(endpoint, loaded(1))
  queues.add(endpoint, loaded(2, '{}', true))
  for (const id of [3, 4]) queues.add(endpoint, loaded(id))
  queues.add(endpoint, loaded(5, '{}', true))
  t.equal(idOf(queues.next(queue)), 1)
  t.equal(idOf(queues.next(queue)), 3)
  t.same(queues.removeFrom(0, queue).map(idOf), [4])
  t.equal(queues.next(queue), undefined)
})

t.test('the text of all queues is bounded together, and free again when tasks leave', async (t) => {
  const queues = createEndpointQueues()
  const body = 'x'.repeat(20 * 1024 * 1024)
  const one = queues.add(endpoint, loaded(1, body))
  t.ok(queues.hasRoomForText())
  const other = queues.add({ ...endpoint, id: 2 }, loaded(2, body, true))
  t.notOk(queues.hasRoomForText())
  queues.next(other)
  t.ok(queues.hasRoomForText(), 'a lost task takes no room')
  queues.add(endpoint, loaded(3, body))
  t.notOk(queues.hasRoomForText())
  queues.removeFrom(1, one)
  t.ok(queues.hasRoomForText())
})

t.test('only an idle queue is forgotten, and never the one that has taken its place', async (t) => {
  const queues = createEndpointQueues()
  const old = queues.add(endpoint, loaded(1))
  queues.forgetIdle(old)
  t.equal(queues.find(1), old, 'a task waits')
  queues.next(old)
  queues.forgetIdle(old)
  t.equal(queues.find(1), undefined)
  const anew = queues.add(endpoint, loaded(2))
  queues.forgetIdle(old)
  t.equal(queues.find(1), anew)
})
