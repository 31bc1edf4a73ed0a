/** The projections of some sellers, in a thread: one takes some 40 ms. */
export const projectTask = new URL('./tasks/project-task.ts', import.meta.url)
export type ProjectTask = typeof import('./tasks/project-task.ts').default
