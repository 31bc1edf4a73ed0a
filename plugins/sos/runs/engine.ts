import { readdirSync, readFileSync } from 'node:fs'
import { sha256 } from '../../../src/scoring/canonical-json.ts'

const PROJECT = new URL('../../../', import.meta.url)
const SCORING = 'src/scoring/'
const FOLDERS = ['src/domain/metrics/', 'plugins/sos/runs/', 'src/domain/scores/', SCORING]

let read: Map<string, string> | undefined

/**
 * Reads what this process computes scores by, once, when the service is built: the files of a release that is put in
 * place later are not what runs here.
 */
export function readCode() {
  read ??= new Map(FOLDERS.map((folder) => [folder, codeOf(folder)]))
}

/**
 * What the scores of this process are computed by: sha256 over a line `path sha256` for each file of src/scoring, in
 * the order of their paths. Two runs of one engine, on the same inputs and rules, have the same scores.
 */
export const engine = (): string => codeRead().get(SCORING) ?? ''

/** The code that reads the facts, and the engine: two processes of one code come to the same scores from the same facts. */
export const code = (): string => [...codeRead().values()].join()

function codeRead(): Map<string, string> {
  if (!read) throw new Error('The code is known once the service is built')
  return read
}

/** sha256 over a line `path sha256` for each file of a folder of the project, in the order of their paths. */
const codeOf = (folder: string) => sha256(linesOf(folder, new URL(folder, PROJECT)).join(''))

const linesOf = (path: string, folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => `${path}${name} ${sha256(readFileSync(new URL(name, folder), 'utf8'))}\n`)
