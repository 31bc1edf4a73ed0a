/**
 * `npm test`, and `npm run test:file -- FILE … -g NAME`: a few processes load the service once each, and take one test
 * file after another until none is left.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { readCommand } from '../src/platform/process/command.ts'
import { Report, readFiles } from './setup/report.ts'
import { connect } from './setup/template.ts'

/** Tests that have a command of their own (package.json). */
const APART = ['test/faults/', 'test/generated/', 'test/console/flows/']
const RUN_FILES = join(import.meta.dirname, 'setup/run-files.ts')
/** How long a process may take to end when it has no more to do, or when its file has timed out. */
const GRACE_MS = 60_000

const { values, positionals } = readCommand({
  name: 'npm run test:file',
  about: 'Runs the test files that are named, or are in the folders that are named; without any, all.',
  takes: '[FILE…]',
  options: {
    grep: {
      type: 'string',
      short: 'g',
      multiple: true,
      default: [] as string[],
      value: '<text>',
      says: 'tests with this in their title (-g); given twice, tests within them',
    },
    jobs: { type: 'string', default: '3', value: '<n>', says: 'how many processes; 3' },
    programs: { type: 'boolean', default: false, says: 'only files that use a program beside Node and npm' },
    timeout: { type: 'string', default: '600', value: '<s>', says: 'how many seconds a file may take; 600' },
  },
})
const FILE_MS = Number(values.timeout) * 1000
const env = {
  ...process.env,
  TAP: '1',
  TAP_GREP: ['/.*/', '/.*/', ...values.grep].join('\n'), // below run-files.ts and below the file
  FILE_MS: String(FILE_MS),
  TAP_TIMEOUT: '0', // of a whole process
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'), // of every process below, wherever it runs
}

const waiting = filesOf(positionals)
if (waiting.length === 0) throw new Error(`No test file is named ${positionals.join(' or ')}.`)
const report = new Report()
const { server, admin } = await connect() // so that all processes find a server and a template
await Promise.all(Array.from({ length: Number(values.jobs) }, runFiles))
await admin.end()
await server.stop()
if (!report.end()) process.exitCode = 1

function filesOf(asked: string[]): string[] {
  const all = globSync('test/**/*.test.ts')
    .map((file) => file.replaceAll(sep, '/'))
    .sort()
  if (asked.length > 0)
    return asked.flatMap((one) => all.filter((file) => file === one || file.startsWith(`${one}/`)))
  const here = all.filter((file) => !APART.some((folder) => file.startsWith(folder)))
  return values.programs ? here.filter(usesPrograms) : here
}

function usesPrograms(file: string): boolean {
  return /from '[./]+setup\/programs\.ts'/.test(readFileSync(file, 'utf8'))
}

/** A file that fails is the last of its process: it may have left something behind. So is one that fills its memory. */
async function runFiles() {
  while (waiting.length > 0) {
    const child = fork(RUN_FILES, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    // Where a process lets go of a child, Node may tell nothing of its `close`.
    const closed = Promise.all([once(child, 'exit'), once(child.stdout as Readable, 'close')])
    const output = readFiles(report, child)
    let file = ''
    let goesOn = true
    while (waiting.length > 0 && goesOn) {
      file = waiting.shift() as string
      child.send(file)
      const killing = setTimeout(() => child.kill('SIGKILL'), FILE_MS + GRACE_MS)
      goesOn = await Promise.race([ended(child, file), closed.then(() => false)])
      clearTimeout(killing)
    }
    if (child.connected) child.disconnect()
    const killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    const [[status, signal]] = await closed
    clearTimeout(killing)
    output.end(file, signal ?? status)
  }
}

/** Comes with the end of a file, and says whether its process may run another. tap sends messages, too. */
function ended(child: ChildProcess, file: string) {
  return new Promise<boolean>((resolve) => {
    child.on('message', function listen(message: { ended?: string; ok: boolean; isFull: boolean }) {
      if (message.ended !== file) return
      child.off('message', listen)
      resolve(message.ok && !message.isFull)
    })
  })
}
