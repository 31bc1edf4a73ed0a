import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** As in package.json: what else the young objects of a server take is the memory of its database. */
const FLAGS = ['--max-semi-space-size=16']

/**
 * A process of the service, as an operator runs it, killed with the test. `until(text)` waits for the process
 * to print it; `ended` tells its exit status and everything it printed. It runs what is in `folder`, this checkout;
 * behind the file, `entry` may have arguments.
 */
export function startService(
  t: { teardown(fn: () => unknown): unknown },
  settings: Record<string, string>,
  entry = 'src/server.js',
  folder = root,
) {
  const child = spawn(process.execPath, [...FLAGS, ...entry.split(' ')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DEMO_DATA: 'off', ...settings },
  })
  let printed = ''
  const seen = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
      for (const look of seen) look()
    })
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, printed }))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })

  function until(text: string): Promise<void> {
    return new Promise((done, fail) => {
      const look = () => {
        if (!printed.includes(text)) return
        seen.delete(look)
        done()
      }
      seen.add(look)
      look()
      ended.then(() => fail(new Error(`the process ended without printing "${text}":\n${printed}`)))
    })
  }

  return { child, until, ended, url: `http://127.0.0.1:${settings.PORT}`, printed: () => printed }
}
