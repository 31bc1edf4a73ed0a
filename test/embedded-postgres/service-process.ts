import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

interface Options {
  dataDir: string
  database?: string
  sharedFolder?: string
}

interface Runner {
  uid?: number
  gid?: number
  /** The root of another copy of the project to run from. */
  checkout?: string
}

interface Test {
  teardown(work: () => unknown): unknown
}

const here = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A process of its own that starts the embedded server as server.ts and worker.ts do, so that tests can kill it.
 * `ready` gives the connection string, or rejects with the sentence with which the process ended.
 */
export function spawnService(t: Test, options: Options, { checkout = here, uid, gid }: Runner = {}) {
  const program = join(checkout, 'test/embedded-postgres/service-program.ts')
  const env = { PATH: process.env.PATH, TMPDIR: tmpdir() } // without what tap puts into NODE_OPTIONS
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { cwd: '/', env, uid, gid })
  t.teardown(() => child.kill('SIGKILL'))
  const errors = collect(child)
  const ended = once(child, 'close')
  const line = once(createInterface(child.stdout), 'line').then(([text]) => text as string)
  return {
    ready: Promise.race([line, ended.then(() => Promise.reject(new Error(errors())))]),
    /** Ends the process as `kill -9` does. */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    /** Lets the process leave the server, and stop it if it is the last. */
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

export async function startService(t: Test, options: Options, runner?: Runner) {
  const service = spawnService(t, options, runner)
  return { ...service, connectionString: await service.ready }
}

function collect(child: ChildProcess) {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  return () => text.trim()
}
