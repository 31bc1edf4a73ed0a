import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import t from 'tap'
import { CONSOLE_TYPES, generate, SDK } from '../../../src/generate/generate.ts'
import { capital } from '../../../src/platform/openapi/names.ts'
import { testApp } from '../../setup/app.ts'

interface Operation {
  operationId: string
  responses: Record<string, { content?: object }>
}

const { app } = await testApp(t, { WORKER: 'off' })
const document = app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
const lists = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ responses }) => 'text/csv' in (responses[200]?.content ?? {}))

const root = await mkdtemp(join(tmpdir(), 'generated-'))
t.teardown(() => rm(root, { recursive: true }))
await symlink(resolve(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'))
const printed = await generate(root, JSON.stringify(document))
const sdk = await readFile(join(root, SDK, 'types.gen.ts'), 'utf8')
const types = await readFile(join(root, CONSOLE_TYPES), 'utf8')

t.test('the generators have nothing to warn of', async (t) => {
  t.notMatch(printed, /warn|⚠|error|unsupported/i)
})

t.test('a list is what its JSON is, though it comes as CSV, too', async (t) => {
  t.ok(lists.length > 40)
  for (const { operationId } of lists) {
    const [, body] =
      sdk.match(new RegExp(`export type ${capital(operationId)}Responses = \\{([^}]*)\\}`)) ?? []
    t.match(body, /\n {4}200: [A-Z]\w+;\n/, operationId)
  }
  for (const { operationId } of lists) {
    const [, answer] = types.match(new RegExp(`\n {4}${operationId}: \\{[^]*?content: \\{\n([^}]*)\\}`)) ?? []
    t.match(answer, /^ *"application\/json": components\["schemas"\]\["\w+"\];\s*$/, operationId)
  }
})

t.test('the code of an error is one of a list', async (t) => {
  t.match(sdk, /export type ErrorCode = 'bad_request' \| /)
  t.match(types, /ErrorCode: "bad_request" \| /)
})
