import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import root from 'tap'

const ROOT = resolve(import.meta.dirname, '../../..')

/** What build.ts ends with when all is built, but too large: `npm run console` fails then, a flow does not. */
const TOO_LARGE = 2

/** Builds the pages of the next console as they are now. */
export async function buildNext() {
  const { stdout } = await promisify(execFile)(process.execPath, ['console/next/build.ts'], { cwd: ROOT })
  root.comment(stdout)
}

/** Builds the pages as they are now. */
export async function buildConsole() {
  const built = promisify(execFile)(process.execPath, ['console/build.ts'], { cwd: ROOT })
  const { stdout, stderr } = await built.catch((error) => {
    if (error.code !== TOO_LARGE) throw new Error(`The console can't be built:\n${error.stderr}`)
    return error as { stdout: string; stderr: string }
  })
  root.comment(stdout + stderr)
}
