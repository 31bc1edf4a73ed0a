import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import root from 'tap'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Builds the console as they are now. */
export async function buildConsole() {
  const { stdout } = await promisify(execFile)(process.execPath, ['console/build.ts'], { cwd: ROOT })
  root.comment(stdout)
}
