import type { Handler } from '../../src/platform/http/handler.ts'
import { defineTask } from '../../src/platform/threads/task.ts'
import { askerOf } from '../../src/platform/threads/threads.ts'
import type { sensitivitySchema } from './sensitivity-schemas.ts'
import { dataOf, type ReadWorld } from './worlds.ts'

type Task = typeof import('./tasks/sensitivity-task.ts').default

const sensitivityTask = defineTask<Task>(
  'sensitivity',
  new URL('./tasks/sensitivity-task.ts', import.meta.url),
)

/** Says what each lever can do by itself, in a thread. */
export const getSensitivity =
  (readWorld: ReadWorld): Handler<typeof sensitivitySchema> =>
  async (request, reply) => {
    const asked = await readWorld(request, reply, request.query)
    const found = await request.server.threads.run(sensitivityTask, dataOf(asked), askerOf(request, reply))
    return { ...asked, ...found }
  }
