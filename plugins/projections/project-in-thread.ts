import { defineTask } from '../../src/platform/threads/task.ts'

/** The projections of some sellers, in a thread: one takes some 40 ms. */
export const projectTask = defineTask<typeof import('./tasks/project-task.ts').default>(
  'project',
  new URL('./tasks/project-task.ts', import.meta.url),
)
