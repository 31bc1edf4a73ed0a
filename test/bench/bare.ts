import { fork } from 'node:child_process'
import { once } from 'node:events'
import { atEnd } from './at-end.ts'

/**
 * The limit beside a read: a `node:http` server in a process of its own, with a pool of `pg` and no auth, validation
 * or logging. `route` is the URL of a module whose default export makes a request listener from a pool (see `bare/`).
 * Answers the server's address; it ends with the scenario.
 */
export async function bareServer(route: URL, databaseUrl: string, connections = 12): Promise<string> {
  const child = fork(new URL('bare-process.ts', import.meta.url), [
    route.href,
    databaseUrl,
    String(connections),
  ])
  atEnd(() => child.kill())
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}`
}
