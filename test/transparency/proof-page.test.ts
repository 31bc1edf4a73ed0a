import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { readStatement } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { missing } from '../setup/programs.ts'
import { finalMonth, leavesCome, sellerWithFacts } from './setup.ts'

const text = await readFile('docs/proof.md', 'utf8')
const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block as string)

t.test('the commands of docs/proof.md do what it says', { skip: missing('curl') }, async (t) => {
  const { app, call, user } = await testApp(t, { WORKER: 'on' })
  const { seller_code: code } = await sellerWithFacts(app)
  await finalMonth(call)
  await leavesCome(app, 1)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'proof-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const env = { ...process.env, API: `http://127.0.0.1:${port}`, ME: `X-User-Id: ${user.viewer.id}` }
  const [key = '', year = '', keep = '', later = '', facts = ''] = commands
  /** Runs blocks in this checkout, with the files that they write in the folder. */
  const run = async (...blocks: string[]) => {
    const script = blocks
      .join('\n')
      .replaceAll(/\b(?:year\.ndjson|head\.txt|grown\.json|certificate\.json|facts\.csv)\b/g, `${folder}/$&`)
      .replaceAll('S-1018', code)
      .replaceAll('2026-05', '2026-03')
    return (await promisify(execFile)('bash', ['-ec', script], { env })).stdout
  }

  t.equal(await run(key, keep), '')
  t.match(await run(key, year), /ok {4}recomputed[\s\S]*The certificate holds\.\n$/)

  const compared = await run(key, facts)
  const shown = /--facts facts\.csv\n```\n\n```\n([^`]*)```/.exec(text)?.[1] ?? 'nothing'
  t.ok(compared.endsWith(shown), compared)

  await sellerWithFacts(app)
  await sellerWithFacts(app)
  await finalMonth(call)
  await leavesCome(app, 3)
  t.equal(
    await run(key, later),
    '3 certificates of 2026-03: all hold.\nLeaves 0 to 2 of the log of 3: none is missing.\n',
  )
})

t.test('the example of a statement is one', async (t) => {
  const example = /```json\n(.*)\n```/.exec(text)?.[1] ?? ''
  const hash = 'a'.repeat(64)
  t.match(readStatement(example.replaceAll('…', hash)), { seller_code: 'S-1018', total_sos: 72.93 })
})
