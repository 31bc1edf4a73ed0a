import { readdirSync, readFileSync } from 'node:fs'
import { sha256 } from '../../../src/scoring/canonical-json.ts'

const PROJECT = new URL('../../../', import.meta.url)

let known: string | undefined

/**
 * What the scores of this process are computed by: sha256 over a line `path sha256` for each file of src/scoring, in
 * the order of their paths. Two runs of one engine, on the same inputs and rules, have the same scores.
 */
export const engine = () => (known ??= codeOf('src/scoring/'))

/** sha256 over a line `path sha256` for each file of a folder of the project, in the order of their paths. */
export const codeOf = (folder: string) => sha256(linesOf(folder, new URL(folder, PROJECT)).join(''))

const linesOf = (path: string, folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => `${path}${name} ${sha256(readFileSync(new URL(name, folder), 'utf8'))}\n`)
