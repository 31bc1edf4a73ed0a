import { readFileSync } from 'node:fs'

/** The code of threads, as a thread gets it: texts of modules by their URL, and where a package's name leads. */
export interface KeptCode {
  texts: Map<string, string>
  packages: Map<string, string>
}

/** What a module imports at run time: `import type` is gone by then. */
const IMPORTS = /^(?:import\b(?! type\b)[^'"]*|export [*{][^'"]*\bfrom )['"]([^'"]+)['"]/gm

/**
 * Reads the code of tasks with all that it imports, so that a thread that starts later runs the code of the release
 * that this process runs, whatever lies in its folder by then. What can't be read is left to the thread, which says so.
 */
export function keepCode(files: Iterable<URL>): KeptCode {
  const texts = new Map<string, string>()
  const packages = new Map<string, string>()

  function keep(url: string) {
    const text = texts.has(url) ? undefined : textOf(url)
    if (text === undefined) return
    texts.set(url, text)
    for (const [, specifier = ''] of text.matchAll(IMPORTS)) {
      if (specifier.startsWith('node:')) continue
      if (specifier.startsWith('.')) keep(new URL(specifier, url).href)
      else keep(packageAt(specifier))
    }
  }

  function packageAt(specifier: string) {
    const url = packages.get(specifier) ?? import.meta.resolve(specifier)
    packages.set(specifier, url)
    return url
  }

  for (const file of files) keep(file.href)
  return { texts, packages }
}

function textOf(url: string): string | undefined {
  try {
    return readFileSync(new URL(url), 'utf8')
  } catch {
    return undefined
  }
}
