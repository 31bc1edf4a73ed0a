/**
 * Builds the program of the printable certificate into dist/: after every install, as the console is. Without esbuild,
 * a development package, nothing is built, and the pages say that they are not verified.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { engineOfFiles } from '../../../src/verify/engine.ts'
import { PROGRAM } from './program.ts'

const esbuild = await import('esbuild').catch(() => undefined)
if (!esbuild)
  console.log('The printable certificate is not built: esbuild, a development package, is not installed.')
else await bundle(esbuild).catch(failed)

async function bundle({ build }: typeof import('esbuild')) {
  const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [here('browser/main.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    alias: { 'node:crypto': here('browser/node-crypto.ts') },
    define: { ENGINE_OF_BUILD: JSON.stringify(engineOfFiles()) },
    legalComments: 'none',
    logLevel: 'warning',
  })
  mkdirSync(new URL('.', PROGRAM), { recursive: true })
  // Nothing in the program may end the element that it stands in.
  writeFileSync(PROGRAM, (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script'))
}

/** An install goes on without it: the API needs no page. */
function failed(error: Error) {
  console.error(`The printable certificate is not built: ${error.message}`)
  if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = 1
}
