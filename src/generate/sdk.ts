/**
 * `npm run sdk` writes the types of the API, for the SDK and for the console. Nothing happens while the service's source
 * is the same as the last time, and the types stay while its document and what makes them do.
 */
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { readCommand } from '../platform/process/command.ts'
import { sourceHash } from '../platform/process/source-hash.ts'

readCommand({
  name: 'npm run sdk',
  about: 'Makes the types of the SDK and of the console, where the API has changed.',
})

const root = resolve(import.meta.dirname, '../..')
const TYPES = ['src/sdk/generated/schema.ts', 'console/src/api/schema.d.ts'].map((file) => join(root, file))
const STAMP = join(root, 'src/sdk/generated/made-of.json')
const MAKERS = [import.meta.filename, join(root, 'node_modules/openapi-typescript/package.json')]

const [source, last, ...makers] = await Promise.all([
  sourceHash(root),
  lastTime(),
  ...MAKERS.map((file) => readFile(file, 'utf8')),
])
if (source !== last.source) {
  enableCompileCache(join(root, 'node_modules/.cache/node')) // that of the tests
  const { apiDocument } = await import('./api-document.ts') // the whole service
  const document = JSON.stringify(await apiDocument())
  const types = createHash('sha256')
    .update(JSON.stringify([document, makers]))
    .digest('hex')
  if (types !== last.types) await writeTypes(document)
  await writeFile(STAMP, JSON.stringify({ source, types }))
}

/** What the types were made of that are there, if all of them are there. */
async function lastTime(): Promise<{ source?: string; types?: string }> {
  try {
    await Promise.all(TYPES.map((file) => access(file)))
    return JSON.parse(await readFile(STAMP, 'utf8'))
  } catch {
    return {}
  }
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
