import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { taskCode } from './task.ts'

/** A thread that does one task at a time. */
export interface Thread {
  /** Does a task. @throws what the task throws, and what ends the thread meanwhile */
  run(file: URL, input: unknown): Promise<unknown>
  /** Ends it, in the middle of a task too, which then fails. */
  end(): Promise<unknown>
}

const PROGRAM = readFileSync(new URL('thread-program.cjs', import.meta.url), 'utf8')

/** Threads compute behind everything else. Elsewhere than on Linux this would hold back the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/**
 * @param megabytes the memory for its objects
 * @param ended is called once when it has ended, with the error that ended it, if any
 */
export function startThread(megabytes: number, ended: (error?: Error) => void): Thread {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { ...taskCode(), nice: NICE },
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {}, // no secret of the settings is needed there
    execArgv: [],
  })
  let task: PromiseWithResolvers<unknown> | undefined
  let died: Error | undefined
  worker.on('message', (said: { output: unknown } | { error: unknown }) =>
    'error' in said ? task?.reject(said.error) : task?.resolve(said.output),
  )
  worker.on('messageerror', (error) => task?.reject(error))
  worker.on('error', (error: Error) => {
    died = error
  })
  worker.once('exit', (code) => {
    task?.reject(died ?? new Error(`the thread ended with status ${code}`))
    ended(died)
  })
  return {
    async run(file, input) {
      worker.postMessage({ file: file.href, input })
      task = Promise.withResolvers()
      return task.promise
    },
    end: () => worker.terminate(),
  }
}
