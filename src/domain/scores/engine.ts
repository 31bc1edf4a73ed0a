import { readdirSync, readFileSync } from 'node:fs'
import { codeHash, ENGINE_FOLDER } from '../../transparency/code-hash.ts'

const PROJECT = new URL('../../../', import.meta.url)
const FOLDERS = ['src/domain/metrics/', 'plugins/sos/runs/', 'src/domain/scores/', ENGINE_FOLDER]

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
export const engine = (): string => codeRead().get(ENGINE_FOLDER) ?? ''

/** The code that reads the facts, and the engine: two processes of one code come to the same scores from the same facts. */
export const code = (): string => [...codeRead().values()].join()

function codeRead(): Map<string, string> {
  if (!read) throw new Error('The code is known once the service is built')
  return read
}

/** The hash of the files of a folder of the project. */
function codeOf(path: string) {
  const folder = new URL(path, PROJECT)
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  return codeHash(
    names.map((name) => ({ path: path + name, text: readFileSync(new URL(name, folder), 'utf8') })),
  )
}
