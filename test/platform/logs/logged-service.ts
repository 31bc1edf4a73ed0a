import { Writable } from 'node:stream'
import { buildApp } from '../../../src/app.ts'
import { readEnv } from '../../../src/env.ts'
import { testSettings } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'

export interface Line {
  level: number
  msg: string
  [field: string]: unknown
}

/** A service that listens, and the lines that it has logged from a level on; `one` waits for one of them. */
export async function loggedService(
  t: { teardown(work: () => unknown): unknown },
  level: string,
  settings: Record<string, string>,
) {
  const lines: Line[] = []
  const stream = new Writable({
    write(text, _encoding, done) {
      for (const line of String(text).trim().split('\n')) lines.push(JSON.parse(line))
      done()
    },
  })
  const app = await buildApp(readEnv({ ...testSettings, ...settings }), { level, stream })
  t.teardown(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const one = async (is: (line: Line) => boolean) => {
    await eventually(async () => lines.some(is))
    return lines.find(is) as Line
  }
  return { app, url, lines, one }
}
