import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { BuildOptions, build, Metafile, OutputFile, Plugin } from 'esbuild'
import { constants } from './constants.ts'

/** What esbuild has made of the pages. */
export interface Bundle {
  /** By path in dist/, such as assets/main-ABC.js. */
  files: Map<string, Uint8Array>
  /** Of each output: what it is made of and what it imports. Its keys are those of `files`. */
  outputs: Metafile['outputs']
}

/** Where the files of the pages are, in dist/ and under /console. */
const ASSETS = 'assets'

/** Browsers that know light-dark(), which the styles need, know all of this. */
const TARGET = 'es2022'

/**
 * Bundles main.tsx as modules that are loaded when needed, styles/all.css as one file, the styles of each area of pages
 * as another, and theme.ts as a script of its own, which is no module, for it has to run before anything is shown.
 * Nothing is written.
 * @param readable leaves names and lines as they are and adds source maps
 */
export async function bundle(
  run: typeof build,
  pages: string,
  { readable = false }: { readable?: boolean } = {},
): Promise<Bundle> {
  const shared = {
    absWorkingDir: pages,
    outdir: ASSETS,
    entryNames: '[name]-[hash]',
    chunkNames: '[hash]', // each file names those it needs, and short names weigh less
    bundle: true,
    minify: !readable,
    sourcemap: readable && 'linked',
    target: TARGET,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  } as const satisfies BuildOptions
  const made = await Promise.all([
    run({
      ...shared,
      entryPoints: ['main.tsx'],
      format: 'esm',
      splitting: true,
      plugins: [withParts(pages), constants],
    }),
    run({ ...shared, entryPoints: ['theme.ts'], format: 'iife' }),
    run({ ...shared, entryPoints: { style: 'styles/all.css' } }),
    run({
      ...shared,
      entryPoints: areasOf(pages),
      banner: { css: '@layer screens {' },
      footer: { css: '}' },
    }),
  ])
  const pathOf = ({ path }: OutputFile) => relative(pages, path).replaceAll('\\', '/')
  return {
    files: new Map(
      made.flatMap(({ outputFiles }) => outputFiles.map((file) => [pathOf(file), file.contents])),
    ),
    outputs: Object.assign({}, ...made.map(({ metafile }) => metafile.outputs)),
  }
}

/** Every page loads all of parts/, so that it is one file: split by who needs what it would be thirty. */
function withParts(pages: string): Plugin {
  const parts = globSync('{api,parts}/**/*.{ts,tsx}', { cwd: pages, exclude: ['**/*.d.ts'] })
  const imports = parts.map((file) => `import ${JSON.stringify(join(pages, file))}`).join('\n')
  return {
    name: 'parts',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]screens[\\/].*\.tsx$/ }, async ({ path }) => ({
        contents: `${await readFile(path, 'utf8')}\n${imports}`,
        loader: 'tsx',
      }))
    },
  }
}

/** The styles that only some pages need, such as styles/areas/rules.css. */
const areasOf = (pages: string) => globSync('styles/areas/*.css', { cwd: pages })

/** What was made of the styles of each area, by the area's name. */
export const areaStyles = ({ outputs }: Bundle): [area: string, path: string][] =>
  Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint?.startsWith('styles/areas/') && path.endsWith('.css')
      ? [[basename(entryPoint, '.css'), path]]
      : [],
  )

/** The output that was made of a source file such as main.tsx. */
export function outputOf({ outputs }: Bundle, source: string): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === source)
  if (!found) throw new Error(`Nothing was made of console/${source}.`)
  return found
}

/** An output and all that it imports at once, itself first. */
export function withImports(bundled: Bundle, output: string, seen = new Set<string>()): Set<string> {
  seen.add(output)
  for (const { path, kind } of bundled.outputs[output]?.imports ?? [])
    if (kind === 'import-statement' && !seen.has(path)) withImports(bundled, path, seen)
  return seen
}

/** What is loaded only when it is needed, by source file. */
export const lazyOutputs = (bundled: Bundle): [source: string, output: string][] =>
  Object.entries(bundled.outputs)
    .filter(([, { entryPoint }]) => entryPoint && !FIRST.includes(entryPoint))
    .map(([output, { entryPoint }]) => [entryPoint as string, output])

/** The sources that the page itself names. */
export const FIRST = ['theme.ts', 'styles/all.css', 'main.tsx']
