import { fork } from 'node:child_process'
import { once } from 'node:events'
import { atEnd } from './at-end.ts'

/** What a load process asks: its paths at random, each connection one request after the other. */
export interface Load {
  /** http://host:port */
  url: string
  paths: string[]
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** What a load came to. */
export interface Loaded {
  requests: number
  failed: number
  /** ms */
  p50: number
  p99: number
}

/** A process that makes load, so that it does not share the event loop of what it measures. Ends with the scenario. */
export function loadProcess() {
  const child = fork(new URL('load-process.ts', import.meta.url))
  atEnd(() => child.kill())
  /** @throws when an answer was not 200 or 304 */
  async function run(load: Load): Promise<Loaded & { perSecond: number }> {
    child.send(load)
    const [loaded] = (await once(child, 'message')) as [Loaded]
    if (loaded.failed > 0)
      throw new Error(`${loaded.failed} of ${loaded.requests} requests to ${load.url} failed`)
    return { ...loaded, perSecond: loaded.requests / load.seconds }
  }
  return run
}
