import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { atEnd } from '../at-end.ts'
import { alone, atMost, scenario } from '../scenario.ts'

const TITLE =
  'The packages of an installation for production, as the Dockerfile installs them: npm ci without packages for development and without the embedded PostgreSQL, in bytes of files.'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The same however often it is measured. */
export default scenario(TITLE, async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'sos-install-'))
  atEnd(() => rm(cwd, { recursive: true, force: true }))
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(root, file), join(cwd, file))
  await run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts'], { cwd })
  const { stdout } = await run('du', ['-sk', '--apparent-size', 'node_modules'], { cwd })
  return [alone('node_modules', 'MB', [Number.parseInt(stdout, 10) / 1024], atMost(121, 'ours'))]
})
