import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import root from 'tap'
import { withoutTap } from '../../setup/service.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** What build.ts ends with when all is built, but too large: `npm run console` fails then, a flow does not. */
const TOO_LARGE = 2

/** Builds the pages as they are now. */
export async function buildConsole() {
  const [command, args] = withoutTap(['plugins/console/build.ts'])
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: ROOT }).catch((error) => {
    if (error.code !== TOO_LARGE) throw new Error(`The console can't be built:\n${error.stderr}`)
    return error as { stdout: string; stderr: string }
  })
  root.comment(stdout + stderr)
}
