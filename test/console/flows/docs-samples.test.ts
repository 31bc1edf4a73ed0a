import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { missing } from '../../setup/programs.ts'
import { consoleService } from '../browser.ts'

// The samples of the documentation page, as a reader copies them.

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

interface Operation {
  operationId: string
  'x-codeSamples': { label: string; source: string }[]
}

const { call, origin } = await consoleService(t)
const { paths } = (await call(null, 'GET', '/docs/reference.json')).body
const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)
const sampleOf = (operation: Operation, wanted: string) =>
  operation['x-codeSamples'].find(({ label }) => label === wanted)?.source

t.test(
  'every sample that reads is answered, or there is no such answer in the demo',
  { skip: missing('curl') },
  async (t) => {
    const reading = operations.filter(
      ({ method, operation }) => method === 'get' && sampleOf(operation, 'SDK'),
    )
    t.ok(reading.length > 70)
    for (const { path, operation } of reading) {
      const command = String(sampleOf(operation, 'curl')).replaceAll('http://127.0.0.1:3000', origin)
      const { stdout } = await run('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`])
      const allowed = path.includes('{')
        ? ['200', '404', '409']
        : command.includes('$TOKEN')
          ? ['401']
          : ['200']
      t.ok(allowed.includes(stdout), `${stdout} ${operation.operationId}`)
    }
  },
)

t.test('every sample for the SDK compiles with it', async (t) => {
  await run(process.execPath, ['src/generate/sdk.ts'], { cwd: root })
  const folder = await mkdtemp(join(tmpdir(), 'samples-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const { operation } of operations) {
    const sample = sampleOf(operation, 'SDK')
    if (sample) await writeFile(join(folder, `${operation.operationId}.ts`), sample)
  }
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    paths: { 'seller-operating-score-sdk': [join(root, 'src/sdk/index.ts')] },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], {
    cwd: folder,
    maxBuffer: 1e8,
  }).catch((error) => error)
  t.equal(stdout, '', 'the compiler has nothing to say')
})
