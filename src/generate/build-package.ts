/**
 * `build-package.ts sdk` or `verify` builds the dist folder of that package: its modules, which hold all that they need,
 * and their declarations with the comments that editors show.
 */
import { execFile } from 'node:child_process'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type BuildOptions, build } from 'esbuild'
import { engineOfFiles } from '../verify/engine.ts'

/** How long the compiler may take. */
const TIMEOUT_MS = 300_000

const folder = resolve(import.meta.dirname, '..', process.argv[2] as string)
const dist = join(folder, 'dist')

await rm(dist, { recursive: true, force: true })
if (process.argv[2] === 'sdk')
  await Promise.all([
    bundle(['index.ts'], { target: 'es2022' }),
    declare('@typescript/native-preview', 'tsgo', '--emitDeclarationOnly'),
  ])
else {
  const define = { ENGINE_OF_BUILD: JSON.stringify(engineOfFiles()) }
  await Promise.all([
    bundle(['index.ts', 'bin.ts'], { splitting: true, platform: 'node', target: 'node20', define }),
    declare('typescript', 'tsc'),
  ])
  // What the package exports names no type of the engine.
  await rm(join(dist, 'types/scoring'), { recursive: true })
  await chmod(join(dist, 'bin.js'), 0o755)
  await writeFile(join(dist, 'index.d.ts'), "export * from './types/verify/index.js'\n")
}

function bundle(files: string[], options: BuildOptions) {
  const entryPoints = files.map((file) => join(folder, file))
  return build({ entryPoints, outdir: dist, bundle: true, format: 'esm', logLevel: 'warning', ...options })
}

async function declare(compiler: string, program: string, ...args: string[]) {
  const home = dirname(createRequire(import.meta.url).resolve(`${compiler}/package.json`))
  const command = [join(home, 'bin', program), '-p', folder, ...args]
  await promisify(execFile)(process.execPath, command, { timeout: TIMEOUT_MS }).catch(
    ({ message, stdout }) => {
      throw new Error(`${message}\n${stdout}`)
    },
  )
}
