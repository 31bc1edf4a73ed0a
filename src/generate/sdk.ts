/**
 * `npm run sdk` writes the types of the API, for the SDK and for the console. Nothing happens while the service's source
 * is the same as the last time.
 */
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { readCommand } from '../platform/process/command.ts'

readCommand({
  name: 'npm run sdk',
  about: 'Makes the types of the SDK and of the console, where the API has changed.',
})

const root = resolve(import.meta.dirname, '../..')
const TYPES = ['src/sdk/generated/schema.ts', 'console/src/api/schema.d.ts'].map((file) => join(root, file))
/** Holds the hash of the source that the types were made of. */
const STAMP = join(root, 'src/sdk/generated/made-of')
/** What the API's document, and the types made of it, can depend on. */
const SOURCES = ['package-lock.json', 'src/**/*.*', 'plugins/**/*.*', 'prisma/migrations/**/*.*']
const NOT_OF_THE_API = ['src/sdk/**', 'src/platform/prisma/**', '**/*.md']

const source = await sourceHash()
if (source !== (await lastTime())) {
  enableCompileCache(join(root, 'node_modules/.cache/node')) // that of the tests
  const { apiDocument } = await import('./api-document.ts') // the whole service
  await writeTypes(JSON.stringify(await apiDocument()))
  await writeFile(STAMP, source)
}

/** A hash over the names and contents of the service's source, in hex. */
async function sourceHash(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: root, exclude: NOT_OF_THE_API })) files.push(file)
  files.sort()
  const texts = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256')
  for (const [n, text] of texts.entries()) hash.update(`${files[n]} ${text.length}\n`).update(text)
  return hash.digest('hex')
}

/** What the types were made of that are there, if all of them are there. */
async function lastTime(): Promise<string | undefined> {
  const files = [STAMP, ...TYPES].map((file) => readFile(file, 'utf8'))
  const [made] = await Promise.all(files).catch(() => [])
  return made
}

/** Writes TypeScript of the document, in which each schema is a type by its own name, too. */
async function writeTypes(document: string) {
  const { default: openapiTS, astToString } = await import('openapi-typescript') // with the compiler
  const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true }
  const text = astToString(await openapiTS(document, options))
  for (const file of TYPES) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
