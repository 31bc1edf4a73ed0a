/**
 * `npm test`, and `npm run test:file -- FILE … -g NAME`: a few processes load the service once each, and take one test
 * file after another until none is left.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { readCommand } from '../src/platform/process/command.ts'
import { isLong } from './setup/form.ts'
import { Report, readFiles } from './setup/report.ts'
import { connect } from './setup/template.ts'

/** They need a browser, and have a command of their own: `npm run test:browser`. */
const FLOWS = 'test/console/flows/'
/** Only in the long form (`npm run test:long`), by what makes them long. */
const LONG = [
  // servers that are cut off, stopped, filled up, and other releases
  /^test\/(faults|scale|deploy)\//,
  /^test\/sync\/(slow-pushes|broken-streams|cut-pushes|large-records)\./,
  /^test\/platform\/database\/(listen|time-zone|quick-plans|migrate|connect\/(start-sentences|session-settings))/,
  /^test\/platform\/(http\/connections|threads)\//,
  /^test\/platform\/logs\/(?!logger|failed-work)/,
  // the service, its commands and its PostgreSQL as processes of their own
  /^test\/(server|create-user|welcome)\./,
  /^test\/house\/(boot|commands|connections|install)\./,
  /^test\/platform\/process\//,
  /^test\/embedded-postgres\//,
  /^test\/webhooks\/stored-secrets\./,
  // the SDK, the document and the documentation as their readers use them
  /^test\/(sdk|docs)\//,
  /^test\/platform\/openapi\/(examples|models|reference)\./,
  /^test\/verify\//,
  /^test\/prisma\//,
  // every operation, every field and every way at once; the folder of each asks the same of some
  /^test\/access\/accounts\./,
  /^test\/platform\/(full-lists|http\/requests\/gzip-bodies)\./,
  /^test\/(domain\/digit-codes|surcharges\/evaluate-many|sync\/(unknown-names|trickling-pushes|mappings\/each))\./,
  /^test\/spec\/same-answers\./,
  /^test\/sos\/scores\/(before-contract|engine-mismatch|trends)\./,
  // what stands beside the main job
  /^test\/transparency\/(more|revised|facts-export|interrupted|proof-page)\./,
  /^test\/(backtests\/untouched|config\/few-faults|simulation\/threads|users\/erase-under-way)\./,
  /^test\/auth\/(browser-session-provider|external-provider|login-throttle)\./,
  /^test\/(model\/(stability|validity)|projections\/(at-the-end|last-final|settled-invoices))\./,
  // one kill of each kind stays: of a run, of deliveries
  /^test\/corrections\/killed\./,
  /^test\/seed\/(seed-demo|demo-scores)\./,
]
/** They begin first, so that none of them runs alone at the end. */
const FIRST =
  /^test\/(console\/flows\/(close|records)|access\/(matrix|scopes)|(sos\/runs|webhooks)\/killed)\./
/** Their files have no clock, no other process and no connection: one that fails once is broken. */
const PURE = /^test\/(scoring|statistics|console\/logic|webhooks\/delivery)\//
/** Where so many files at most have failed, `--again` runs each once more, alone. */
const MOST_AGAIN = 3
/** What is new is looked through less often: a twentieth of all time. */
const MORE_NEW_SPACE = ['--max-semi-space-size=64']
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
    again: {
      type: 'boolean',
      default: false,
      says: `runs failed files once more where they are at most ${MOST_AGAIN}, and names those that pass as flaky`,
    },
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
const failed = report.failedFiles()
if (values.again && failed.length <= MOST_AGAIN) {
  waiting.push(...failed.filter((file) => !PURE.test(file)))
  await runFiles()
}
await admin.end()
await server.stop()
if (!report.end()) process.exitCode = 1

/** Those that are named, else all that need no browser. A file that is named runs in any form. */
function filesOf(asked: string[]): string[] {
  const all = globSync('test/**/*.test.ts')
    .map((file) => file.replaceAll(sep, '/'))
    .sort((a, b) => Number(FIRST.test(b)) - Number(FIRST.test(a)) || a.localeCompare(b))
  const named = all.filter((file) => asked.some((one) => file === one || file.startsWith(`${one}/`)))
  const chosen = asked.length > 0 ? named : all.filter((file) => !file.startsWith(FLOWS))
  return chosen.filter((file) => isLong || asked.includes(file) || !LONG.some((files) => files.test(file)))
}

/** A file that fails is the last of its process: it may have left something behind. So is one that fills its memory. */
async function runFiles() {
  while (waiting.length > 0) {
    const child = fork(RUN_FILES, { env, execArgv: MORE_NEW_SPACE, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
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
