import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { inLongForm } from '../../setup/form.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

const { app, call } = await testApp(t)
const document = (await call(null, 'GET', '/openapi.json')).body

interface Operation {
  operationId: string
  parameters?: { in: string; name: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  summary?: string
  tags?: string[]
  security?: object[]
  responses: Record<string, Answer>
}
interface Answer {
  $ref?: string
  headers?: Record<string, { $ref?: string }>
  content?: Record<string, { schema: object }>
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

t.test('the document is OpenAPI 3.1 and needs no account', async (t) => {
  t.match(document.openapi, /^3\.1\./)
  t.ok(operations.length > 3)
})

t.test('every operation has an id of its own, a summary, a tag and its answers', async (t) => {
  const ids = operations.map(({ operation }) => operation.operationId)
  t.equal(new Set(ids).size, ids.length, 'the ids are unique')
  const tags = new Set(document.tags.map(({ name }: { name: string }) => name))
  for (const { name, operation } of operations) {
    t.match(operation.operationId, /^[a-z][a-zA-Z]+$/, `${name} has an id`)
    t.ok(operation.summary, `${name} has a summary`)
    t.ok(
      operation.tags?.every((tag) => tags.has(tag)) && operation.tags.length === 1,
      `${name} has one known tag`,
    )
    t.ok(operation.responses['200'] ?? operation.responses['202'], `${name} says what success looks like`)
    t.ok(operation.responses['500'], `${name} says what failure looks like`)
    t.ok(operation.security, `${name} says who may call`)
  }
})

t.test('every /api route of the service is in the document', async (t) => {
  const documented = new Set(operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1')))
  const isPath = ({ url }: { url: string }) => url.startsWith('/api/')
  for (const { method, url } of app.routeTable().filter(isPath))
    t.ok(documented.has(`${method.toLowerCase()} ${url}`), `${method} ${url}`)
})

t.test('a client of openapi-fetch compiles with its types', { skip: inLongForm }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const bin = (name: string) => join(root, 'node_modules/.bin', name)
  await run(bin('openapi-typescript'), ['openapi.json', '-o', 'types.ts'], { cwd: folder })
  await writeFile(
    join(folder, 'use.ts'),
    `import createClient from 'openapi-fetch'
     import type { paths } from './types.js'
     const client = createClient<paths, 'application/json'>({ baseUrl: 'http://127.0.0.1:3000', headers: { 'x-user-id': '1' } })
     const first = await client.GET('/api/warehouses', { params: { query: { limit: 5 } } })
     const table = createClient<paths, 'text/csv'>({ baseUrl: 'http://127.0.0.1:3000', headers: { accept: 'text/csv' } })
     const rows: string | undefined = (await table.GET('/api/warehouses', { parseAs: 'text' })).data
     const name: string | undefined = first.data?.data[0]?.name
     const problem: string | undefined = first.error?.error
     // @ts-expect-error a warehouse has no such field
     const wrong = first.data?.data[0]?.nonsense
     export { name, problem, rows, wrong }`,
  )
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        module: 'esnext',
        moduleResolution: 'bundler',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
      },
      include: ['*.ts'],
    }),
  )
  const compiled = await run(bin('tsc'), ['-p', '.'], { cwd: folder }).catch((error) => error)
  t.equal(compiled.stdout, '', 'the compiler has nothing to say')
})
