/**
 * `npm run sdk` writes what is made of the API's document: the operations and types of the SDK (src/sdk/generated) and
 * the types of the console's calls. Nothing happens while the service's source is the same as the last time, and no
 * code is generated while its document and the generators are.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readCommand } from '../platform/process/command.ts'
import { sourceHash } from '../platform/process/source-hash.ts'
import { CONSOLE_TYPES, generate, SDK } from './generate.ts'

readCommand({
  name: 'npm run sdk',
  about: 'Makes the code of the SDK and the types of the console, where the API has changed.',
})

const root = resolve(import.meta.dirname, '../..')
const STAMP = join(SDK, 'made-of.json')

const [source, last, generators] = await Promise.all([sourceHash(root), lastTime(), generatorsText()])
if (source !== last.source) {
  const { apiDocument } = await import('./api-document.ts') // the whole service
  const document = JSON.stringify(await apiDocument())
  const code = createHash('sha256').update(document).update(generators).digest('hex')
  if (code !== last.code) await generate(root, document)
  await writeFile(join(root, STAMP), JSON.stringify({ source, code }))
}

/** What the code was made of that is there, if all of it is there. */
async function lastTime(): Promise<{ source?: string; code?: string }> {
  try {
    const [stamp] = await Promise.all(
      [STAMP, CONSOLE_TYPES].map((file) => readFile(join(root, file), 'utf8')),
    )
    return JSON.parse(stamp ?? '')
  } catch {
    return {}
  }
}

/** The generators' versions and settings. */
async function generatorsText(): Promise<string> {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const files = ['generate.ts', 'sdk-tables.ts', 'without-csv.ts', 'openapi-ts.config.mjs']
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
  return JSON.stringify([
    devDependencies['@hey-api/openapi-ts'],
    devDependencies['openapi-typescript'],
    texts,
  ])
}
