import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { testApp } from '../../setup/app.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: object }> }
  'x-codeSamples': { label: string; source: string }[]
}

const { call } = await testApp(t, { WORKER: 'off' })
const { paths, components } = (await call(null, 'GET', '/docs/reference.json')).body
const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
)
const sampleOf = (operation: Operation, wanted: string) =>
  operation['x-codeSamples'].find(({ label }) => label === wanted)?.source as string

t.test('the body of every sample is one that its operation takes', async (t) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'document', components })
  const taking = operations.filter(({ requestBody }) => requestBody)
  t.ok(taking.length > 60)
  for (const operation of taking) {
    const [, body] = sampleOf(operation, 'curl').match(/ -d '([\s\S]*)'$/) ?? []
    if (body === undefined) continue // one that may be left out altogether
    const { schema } = Object.values(operation.requestBody?.content ?? {})[0] as { schema: object }
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    const isRight = ajv.compile(JSON.parse(text))
    t.ok(isRight(JSON.parse(body.replaceAll(`'\\''`, `'`))), operation.operationId, {
      body,
      errors: isRight.errors,
    })
  }
})

t.test('every sample for the SDK compiles with it', async (t) => {
  await run(process.execPath, ['src/generate/sdk.ts'], { cwd: root })
  const folder = await mkdtemp(join(tmpdir(), 'samples-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const operation of operations)
    await writeFile(join(folder, `${operation.operationId}.ts`), sampleOf(operation, 'SDK'))
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
