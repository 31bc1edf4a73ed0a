import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import t from 'tap'
import { signalAll } from '../../embedded-postgres/signals.ts'
import { createTestDatabase } from '../../setup/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { findProgram, missing } from '../../setup/programs.ts'
import { freePort } from '../../setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)

t.test('on a terminal a line a request follows the addresses', { skip: missing('script') }, async (t) => {
  const PORT = String(await freePort())
  const { PATH, HOME } = process.env
  const args = ['-qfc', `${process.execPath} src/server.js`, '/dev/null']
  const child = spawn(findProgram('script') as string, args, {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH, HOME, DATABASE_URL, PORT, DEMO_DATA: 'off', NO_COLOR: '1' },
    detached: true,
  })
  t.teardown(() => signalAll([-(child.pid as number)], 'SIGKILL'))
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  await eventually(async () => printed.includes('Documentation'))

  const ask = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`)
  for (const page of ['/console', '/docs']) {
    const html = await (await ask(page)).text()
    const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+\/assets\/[^"]+)"/g)].map(
      ([, path]) => path as string,
    )
    t.ok(assets.length > 0, `${page} has assets`)
    for (const asset of assets) t.equal((await ask(asset)).status, 200, asset)
  }
  await ask('/api/health')
  await ask('/api/console/start')
  await ask('/api/sellers')
  await ask('/the-end')
  await eventually(async () => printed.includes('unknown 404'))

  const lines = printed.replaceAll('\r', '').split('\n')
  const after = lines.slice(lines.findIndex((line) => line.includes('Documentation')) + 1)
  t.same(
    after
      .filter((line) => !/^(#.*|curl .*|.* Server listening at .*|)$/.test(line))
      .map((line) => /(?:INFO: |WARN: slow )(request \S+ \S+ \d{3}) [\d.]+ ms/.exec(line)?.[1] ?? line),
    [
      'request GET /console 200',
      'request GET /docs 200',
      'request GET /api/console/start 200',
      'request GET /api/sellers 401',
      'request GET unknown 404',
    ],
  )
})
