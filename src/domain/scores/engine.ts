import { readFileSync } from 'node:fs'
import { codeHash, engineName, importClosure } from '../../transparency/code-hash.ts'

const PROJECT = new URL('../../../', import.meta.url)

let read: { engine: string; code: string } | undefined

/** How the database's rows are read. */
const POOL = 'src/platform/database/connect/pool.ts'

/**
 * Reads what this process computes scores by, once, when the service is built: the files of a release that is put in
 * place later are not what runs here. `jobs` are the files of the jobs of a run, by their paths in the project.
 */
export function readCode(jobs: string[]) {
  if (read) return
  read = { engine: engineName(readFile), code: codeHash(importClosure([...jobs, POOL], readFile)) }
}

/** What computes the scores of this process (code-hash.ts): of equal inputs and rules one engine makes equal scores. */
export const engine = (): string => codeRead().engine

/** All that the jobs of a run load: processes of one code make the same scores of the same facts and settings. */
export const code = (): string => codeRead().code

function codeRead() {
  if (!read) throw new Error('The code is known once the service is built')
  return read
}

const readFile = (path: string) => readFileSync(new URL(path, PROJECT), 'utf8')
