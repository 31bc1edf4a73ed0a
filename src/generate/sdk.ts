/**
 * `npm run sdk` writes what is made of the API's document: the operations and types of the SDK (src/sdk/generated) and
 * the types of the console's calls. Nothing happens while the source is the same as the last time, and no code is
 * generated while the document is.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sourceHash } from './source-hash.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const SDK = join(root, 'src/sdk/generated')
const CONSOLE_TYPES = join(root, 'plugins/console/pages/api/openapi.d.ts')
const DOCUMENT = join(SDK, 'openapi.json')
const STAMP = join(SDK, 'source.txt')
/** How long a generator may take. */
const TIMEOUT_MS = 120_000

const [source, stamp, types] = await Promise.all([sourceHash(root), textOf(STAMP), textOf(CONSOLE_TYPES)])
if (source !== stamp || !types) {
  const { apiDocument } = await import('./api-document.ts') // the whole service
  const document = JSON.stringify(await apiDocument())
  if (document !== (await textOf(DOCUMENT)) || !stamp || !types) await generate(document)
  await writeFile(STAMP, source)
}

/** Both generators at once. What there was stays until all of the new is there. */
async function generate(document: string) {
  const making = join(root, 'src/sdk/.generated')
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  await mkdir(dirname(CONSOLE_TYPES), { recursive: true })
  const input = join(making, 'openapi.json')
  const made = join(making, 'openapi.d.ts')
  await writeFile(input, document)
  await Promise.all([
    start('@hey-api/openapi-ts', 'bin/run.js', '-f', join(import.meta.dirname, 'openapi-ts.config.mjs')),
    start('openapi-typescript', 'bin/cli.js', input, '-o', made),
  ])
  await rename(made, CONSOLE_TYPES)
  await rm(SDK, { recursive: true, force: true })
  await rename(join(making, 'code'), SDK)
  await rename(input, DOCUMENT)
  await rm(making, { recursive: true })
}

function start(name: string, bin: string, ...args: string[]) {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  return run(process.execPath, [join(folder, bin), ...args], { cwd: root, timeout: TIMEOUT_MS })
}

/** The text of a file, or undefined when there is none. */
async function textOf(file: string) {
  return readFile(file, 'utf8').catch(() => undefined)
}
