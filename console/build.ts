/**
 * Builds the pages of the console into dist/, which the service serves: `npm run console`, after every install, and
 * with `-- --watch` again after every change. Where there is no esbuild (an install without development packages) or
 * there are no pages (a layer of the image) nothing is built, which is no error.
 */
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '../src/platform/process/command.ts'
import { problemsOf, sizesOf, told } from './build/budgets.ts'
import { type Bundle, bundle } from './build/bundle.ts'
import { compress } from './build/compress.ts'
import { pageOf } from './build/page.ts'
import { writeDist } from './build/write.ts'

const { watch: isWatched } = readCommand({
  name: 'npm run console',
  about: 'Builds the pages of the console.',
  options: { watch: { type: 'boolean', says: 'builds them again, readable, at every change' } },
}).values

const PAGES = import.meta.dirname
const DIST = join(import.meta.dirname, 'dist')

/** Editors write a file in several steps. */
const QUIET_MS = 50

/** The exit status when all is built, but over a budget. */
const TOO_LARGE = 2

const esbuild = await import('esbuild').catch(() => undefined)
if (!esbuild) console.log('The console is not built: esbuild, a development package, is not installed.')
else if (!existsSync(join(PAGES, 'main.tsx')))
  console.log('The console is not built: its pages are not here.')
else if (isWatched) await buildAgain(esbuild)
else await buildOnce(esbuild).catch(({ message }) => failed(message))

/** Builds what is served: small, compressed, within the budgets. */
async function buildOnce({ build }: typeof import('esbuild')) {
  const began = performance.now()
  const { files, bundled } = await bundleWithPage(build)
  const all = await compress(files)
  const sizes = sizesOf(bundled, all)
  await writeDist(DIST, all)
  console.log(told(sizes, performance.now() - began))
  for (const problem of problemsOf(sizes)) failed(problem, TOO_LARGE)
}

/** An install goes on, as `npm ci --omit=optional` leaves esbuild without its program: the API needs no console. */
function failed(problem: string, status = 1) {
  console.error(problem)
  if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = status
}

/** Builds what is worked on: readable, with source maps, at every change of a page. */
async function buildAgain({ build }: typeof import('esbuild')) {
  let next: NodeJS.Timeout | undefined
  const rebuild = () =>
    bundleWithPage(build, { readable: true })
      .then(({ files }) => writeDist(DIST, files))
      .then(
        () => console.log(`${new Date().toLocaleTimeString()} built`),
        (error) => console.error(error.message),
      )
  await rebuild()
  watch(PAGES, { recursive: true }, (_, file) => {
    if (file?.startsWith('dist')) return
    clearTimeout(next)
    next = setTimeout(rebuild, QUIET_MS)
  })
}

async function bundleWithPage(build: typeof import('esbuild').build, options?: { readable: boolean }) {
  const bundled: Bundle = await bundle(build, PAGES, options)
  const page = await pageOf(PAGES, bundled)
  return { bundled, files: new Map([...bundled.files, ['index.html', page]]) }
}
