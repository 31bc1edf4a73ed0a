import { readdir } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import root, { type Test } from 'tap'

const ROOT = resolve(import.meta.dirname, '../..')
const SHIM = 'tap-of-a-room:'

/** The tap of each test file that runs in this process: a subtest of the root. */
const taps = new Map<string, Test>()
Object.assign(globalThis, { tapOf: (file: string) => taps.get(file) })

/**
 * Runs all test files of a folder, and of the folders in it, one after another in this process, each as a subtest: to
 * start a process and to load the service takes three times as long as most files. Every file still runs by itself,
 * because what it imports as `tap` is only here the subtest. Its teardowns run when it has ended.
 * @param at import.meta.url of the file that calls it, which lies in the folder
 * @param options.timeout of a file, in milliseconds: one that hangs is given up, and the others follow. Default: that of the
 * process
 * @param options.half which half of the files: 0 or 1. Default: all of them
 */
export async function room(at: string, { timeout, half }: { timeout?: number; half?: 0 | 1 } = {}) {
  registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL ?? ''
      if (specifier !== 'tap' || !taps.has(from)) return next(specifier, context)
      return { url: `${SHIM}${from}`, shortCircuit: true }
    },
    load(url, context, next) {
      if (!url.startsWith(SHIM)) return next(url, context)
      const source = `export default globalThis.tapOf(${JSON.stringify(url.slice(SHIM.length))})`
      return { format: 'module', source, shortCircuit: true }
    },
  })
  const files = await testFilesOf(resolve(fileURLToPath(at), '..'))
  for (const file of files.filter((_, place) => half === undefined || place % 2 === half))
    await root.test(relative(ROOT, file), timeout ? { timeout } : {}, async (t) => {
      const url = pathToFileURL(file).href
      taps.set(url, t)
      await import(url)
    })
}

/** The test files of a folder, in a fixed order. */
export async function testFilesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => resolve(folder, name))
}
