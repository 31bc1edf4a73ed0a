/**
 * Work for a thread: the default export of a file, which takes one input and answers. The thread loads that file and
 * what it imports, so it should import no more than it needs, and above all no framework and no database. Input and
 * answer are copied between threads: plain data, no functions and no classes. What a caller can cause is part of the
 * answer; a task that throws has failed.
 */
export interface ThreadTask<Input, Output> {
  /** What the log calls it. */
  name: string
  file: URL
  /** The types alone: it is never called in this thread. */
  types?: (input: Input) => Output
}

/**
 * Names a task by its file, with the types of its default export:
 * `defineTask<typeof import('./add-task.ts').default>('add', new URL('./add-task.ts', import.meta.url))`
 */
export const defineTask = <Work extends (input: never) => unknown>(
  name: string,
  file: URL,
): ThreadTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> => ({ name, file })
