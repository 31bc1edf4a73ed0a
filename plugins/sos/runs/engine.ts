import { readdirSync, readFileSync } from 'node:fs'
import { sha256 } from '../../../src/scoring/canonical-json.ts'

const SCORING = new URL('../../../src/scoring/', import.meta.url)

let known: string | undefined

/**
 * What the scores of this process are computed by: sha256 over a line `path sha256` for each file of src/scoring, in
 * the order of their paths. Two runs of one engine, on the same inputs and rules, have the same scores.
 */
export const engine = () => (known ??= sha256(linesOf(SCORING).join('')))

const linesOf = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => `src/scoring/${name} ${sha256(readFileSync(new URL(name, folder), 'utf8'))}\n`)
