import { readdirSync, readFileSync } from 'node:fs'
import { codeHash, ENGINE_FOLDER } from '../transparency/code-hash.ts'

/** The name of the engine in a build, which has no files to read it from. */
declare const ENGINE_OF_BUILD: string | undefined

/** The name of the engine that recomputes here: that of the build, else of the files beside. */
export const engineHere = (): string =>
  typeof ENGINE_OF_BUILD === 'string' ? ENGINE_OF_BUILD : engineOfFiles()

/** The name of the engine of this checkout. */
export function engineOfFiles(): string {
  const folder = new URL('../scoring/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  return codeHash(
    names.map((name) => ({
      path: ENGINE_FOLDER + name,
      text: readFileSync(new URL(name, folder), 'utf8'),
    })),
  )
}
