import { type ChildProcess, spawn } from 'node:child_process'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import t from 'tap'
import { signalAll } from '../../embedded-postgres/signals.ts'
import { createTestDatabase } from '../../setup/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { findProgram, missing } from '../../setup/programs.ts'
import { freePort } from '../../setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)
const cwd = resolve(import.meta.dirname, '../../..')
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Starts the service by a command of its own. @returns the command's process, and the service's number once it listens */
async function startBy(t: Test, command: string, args: string[]) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATABASE_URL, DEMO_DATA: 'off', PORT: String(await freePort()), WORKER: 'off' }
  const child: ChildProcess = spawn(command, args, { cwd, env, detached: true })
  t.teardown(() => signalAll([-(child.pid as number)], 'SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  await eventually(async () => printed.includes('Server listening'))
  return { child, pid: Number(printed.match(/"pid":(\d+).*Server listening/)?.[1]) }
}

const ended = (pid: number) => eventually(async () => !(await exists(`/proc/${pid}`)))

const linux = { skip: !(await exists('/proc/self')) && 'needs /proc' }

t.test('the service ends when its npm gets SIGTERM', linux, async (t) => {
  const { child, pid } = await startBy(t, 'npm', ['start'])
  child.kill('SIGTERM')
  await t.resolves(ended(pid))
})

const needsScript = linux.skip || missing('script')

t.test('the service ends when its terminal is closed', { skip: needsScript }, async (t) => {
  const command = `${process.execPath} src/server.js`
  const { child, pid } = await startBy(t, findProgram('script') as string, ['-qfc', command, '/dev/null'])
  child.kill('SIGKILL')
  await t.resolves(ended(pid))
})

type Test = Parameters<typeof createTestDatabase>[0]
