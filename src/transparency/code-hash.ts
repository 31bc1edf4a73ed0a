import { sha256 } from '../scoring/canonical-json.ts'

/** A file of the code: its path in the project and its text. */
type CodeFile = { path: string; text: string }

/** Reads a file of the project, by its path in it. */
type ReadFile = (path: string) => string

/** sha256 over a line `path sha256` for each file, in the order of their paths: the name of some code. */
export const codeHash = (files: readonly CodeFile[]): string =>
  sha256(
    files
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, text }) => `${path} ${sha256(text)}\n`)
      .join(''),
  )

/**
 * The name of the engine: the hash of those files of src/scoring that computing a score again loads. It is the same
 * wherever it is made of the same sources; a build, which has none, is given it.
 */
export const engineName = (read: ReadFile): string =>
  codeHash(importClosure(['src/transparency/recompute.ts'], read).filter(isOfEngine))

const isOfEngine = ({ path }: CodeFile) => path.startsWith('src/scoring/')

/**
 * Files of the project with all of it that they load, and what that loads. Types alone load nothing, packages are no
 * part.
 */
export function importClosure(entries: readonly string[], read: ReadFile): CodeFile[] {
  const found = new Map<string, CodeFile>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const text = read(path).replaceAll('\r\n', '\n') // as some checkouts have it
    found.set(path, { path, text })
    open.push(...importsOf(path, text))
  }
  return [...found.values()]
}

// As the formatter writes them: a statement begins its line, and the name of a file is one literal.
const LOADS = [
  /^import\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm,
  /^export\s+(?:\*|\{)[^'"]*?\sfrom\s+['"](\.[^'"]+)['"]/gm,
  /(?<!typeof )\bimport\(['"](\.[^'"]+)['"]/g,
  /^(?! *\*).*\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/gm,
]

/** The files of the project that a file loads. */
export const importsOf = (path: string, text: string): string[] =>
  LOADS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => resolved(name, path)))

const resolved = (name: string, from: string) => new URL(name, `file:///${from}`).pathname.slice(1)
