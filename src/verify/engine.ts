import { readFileSync } from 'node:fs'
import { engineName } from '../transparency/code-hash.ts'

/** The name of the engine in a build, which has no files to read it from. */
declare const ENGINE_OF_BUILD: string | undefined

/** The name of the engine that recomputes here: that of the build, else of the files beside. */
export const engineHere = (): string =>
  typeof ENGINE_OF_BUILD === 'string' ? ENGINE_OF_BUILD : engineOfFiles()

/** The name of the engine of this checkout. */
export const engineOfFiles = (): string =>
  engineName((path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
