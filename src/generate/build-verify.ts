/** Builds src/verify/dist: the module, the program, and their declarations. They hold all that they need. */
import { execFile } from 'node:child_process'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { engineOfFiles } from '../verify/engine.ts'

const folder = resolve(import.meta.dirname, '../verify')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
/** How long the compiler may take. */
const TIMEOUT_MS = 300_000

await rm(join(folder, 'dist'), { recursive: true, force: true })
await Promise.all([
  build({
    entryPoints: [join(folder, 'index.ts'), join(folder, 'bin.ts')],
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    define: { ENGINE_OF_BUILD: JSON.stringify(engineOfFiles()) },
    logLevel: 'warning',
  }),
  promisify(execFile)(process.execPath, [tsc, '-p', folder], { timeout: TIMEOUT_MS }).catch(
    ({ message, stdout }) => {
      throw new Error(`${message}\n${stdout}`)
    },
  ),
])
// What the package exports names no type of the engine.
await rm(join(folder, 'dist/types/scoring'), { recursive: true })
await chmod(join(folder, 'dist/bin.js'), 0o755)
await writeFile(join(folder, 'dist/index.d.ts'), "export * from './types/verify/index.js'\n")
