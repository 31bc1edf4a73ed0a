/** Builds src/sdk/dist: one module, and declarations with the comments that editors show. */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const folder = resolve(import.meta.dirname, '../sdk')
const native = createRequire(import.meta.url).resolve('@typescript/native-preview/package.json')
const tsgo = join(dirname(native), 'bin/tsgo')
/** How long the compiler may take. */
const TIMEOUT_MS = 300_000

await rm(join(folder, 'dist'), { recursive: true, force: true })
await Promise.all([
  build({
    entryPoints: [join(folder, 'index.ts')],
    outfile: join(folder, 'dist/index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  }),
  promisify(execFile)(process.execPath, [tsgo, '-p', folder, '--emitDeclarationOnly'], {
    timeout: TIMEOUT_MS,
  }).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`)
  }),
])
