import { type Bundle, FIRST, lazyOutputs, outputOf, withImports } from './bundle.ts'
import { FORMS } from './compress.ts'

/** What the pages weigh, in bytes as they are sent. */
interface Sizes {
  /** All that is loaded before the home page is seen, in brotli. */
  first: number
  /** What each part that is loaded later adds to it, in brotli, by its source. */
  lazy: Map<string, number>
  /** All files, in gzip. */
  all: number
}

/**
 * In bytes. Staff open the console daily, mostly at a desk, and the browser keeps its files until a release: so a page
 * is one part, and no file is cut for the sake of a few kB. At a dock on a phone, at 1.6 Mbit/s, the first screen takes
 * 0.3 s.
 */
const BUDGET = { first: 60_000, lazy: 20_000, all: 275_000 }

/** The page that most people see first. */
const HOME = /^screens\/overview\/overview\b/

/** Adds up the compressed files. */
export function sizesOf(bundled: Bundle, files: Map<string, Uint8Array>): Sizes {
  const lengthOf = (path: string, form: string) => files.get(`${path}${form}`)?.length ?? 0
  const sum = (paths: Iterable<string>, form: string) =>
    [...paths].reduce((total, path) => total + lengthOf(path, form), 0)
  const lazy = lazyOutputs(bundled)
  const home = lazy.filter(([source]) => HOME.test(source)).map(([, output]) => output)
  const first = new Set<string>()
  for (const output of [...FIRST.map((source) => outputOf(bundled, source)), ...home])
    withImports(bundled, output, first)
  const added = (output: string) =>
    sum(
      [...withImports(bundled, output)].filter((path) => !first.has(path)),
      FORMS.br,
    )
  return {
    first: sum(first, FORMS.br),
    lazy: new Map(
      lazy.filter(([, output]) => !first.has(output)).map(([source, output]) => [source, added(output)]),
    ),
    all: sum(bundled.files.keys(), FORMS.gzip),
  }
}

/** A sentence for each budget that is exceeded. */
export function problemsOf({ first, lazy, all }: Sizes): string[] {
  const over = (what: string, size: number, most: number) =>
    size > most ? [`${what} takes ${kB(size)}, and may take ${kB(most)}: load less of it at once.`] : []
  return [
    ...over('The first screen of the console', first, BUDGET.first),
    ...[...lazy].flatMap(([source, size]) => over(`console/${source}`, size, BUDGET.lazy)),
    ...over('All of the console', all, BUDGET.all),
  ]
}

/** The sizes beside their budgets. */
export function told({ first, lazy, all }: Sizes, ms: number): string {
  const [source, most] = [...lazy].sort(([, a], [, b]) => b - a)[0] ?? ['none', 0]
  return [
    `console: built in ${Math.round(ms)} ms`,
    `  first screen         ${kB(first)} of ${kB(BUDGET.first)} brotli`,
    `  largest lazy part    ${kB(most)} of ${kB(BUDGET.lazy)} brotli (${source})`,
    `  all                  ${kB(all)} of ${kB(BUDGET.all)} gzip`,
  ].join('\n')
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
