import { execFile } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { feedRecords, keyedPosts } from './sdk-tables.ts'
import { withoutCsv } from './without-csv.ts'

const run = promisify(execFile)

/** Where the SDK's generated code is, and beside it the document. */
export const SDK = 'src/sdk/generated'
/** Where the types of the console's calls are. */
export const CONSOLE_TYPES = 'console/src/api/schema.d.ts'

const MAKING = 'src/sdk/.generated'
/** How long a generator may take. */
const TIMEOUT_MS = 120_000

/**
 * Runs all generators at once. What there was stays until all of the new is there.
 * @returns what the generators print
 */
export async function generate(root: string, document: string): Promise<string> {
  const making = join(root, MAKING)
  const input = join(making, 'openapi.json')
  const jsonInput = join(making, 'json.json')
  const types = join(making, 'schema.d.ts')
  const code = join(making, 'code')
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  await writeFile(input, document)
  await writeFile(jsonInput, JSON.stringify(withoutCsv(JSON.parse(document))))
  const printed = await Promise.all([
    start(
      root,
      '@hey-api/openapi-ts',
      'bin/run.js',
      '-f',
      join(import.meta.dirname, 'openapi-ts.config.mjs'),
    ),
    start(root, 'openapi-typescript', 'bin/cli.js', jsonInput, '-o', types, '--default-non-nullable=false'),
  ])
  await writeFile(join(code, 'keyed-posts.ts'), keyedPosts(JSON.parse(document)))
  await writeFile(join(code, 'feeds.ts'), feedRecords(JSON.parse(document)))
  await rename(input, join(code, 'openapi.json'))
  await mkdir(dirname(join(root, CONSOLE_TYPES)), { recursive: true })
  await rename(types, join(root, CONSOLE_TYPES))
  await rm(join(root, SDK), { recursive: true, force: true })
  await rename(code, join(root, SDK))
  await rm(making, { recursive: true })
  return printed.join('\n')
}

async function start(root: string, name: string, bin: string, ...args: string[]): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  const command = [join(folder, bin), ...args]
  const { stdout, stderr } = await run(process.execPath, command, { cwd: root, timeout: TIMEOUT_MS })
  return stdout + stderr
}
