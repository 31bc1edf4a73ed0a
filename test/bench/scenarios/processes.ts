import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, startService } from '../../setup/service.ts'
import { atEnd } from '../at-end.ts'
import { loadProcess } from '../load.ts'
import { alone, alternate, atMost, beside } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { memoryOf, post, processorTimeOf, type Service, serviceOn } from '../service.ts'

const LOOK_MS = 2

async function start(rounds: number) {
  const databaseUrl = await databaseOf('few')
  const ours = () => timeToReady(databaseUrl, 'src/server.js')
  const bare = () => timeToReady(databaseUrl, 'test/bench/bare/start.js')
  const times = await alternate(rounds, ours, bare, 2)
  const fast = [atMost(5), atMost(900, 'ours')]
  return [beside('start to ready', 'ms', times, 'node:http and one connection', ...fast)]
}

/** Starts a process and ends it as an operator does. Answers how long it took until it was ready, in ms. */
async function timeToReady(DATABASE_URL: string, entry: string): Promise<number> {
  const PORT = String(await freePort())
  const begun = performance.now()
  const { child, ended, url } = startService(
    { teardown: atEnd },
    { DATABASE_URL, PORT, LOG_LEVEL: 'info', NODE_ENV: 'production', AUTH_MODE: 'demo' },
    entry,
  )
  while (!(await isReady(url))) await delay(LOOK_MS)
  const ms = performance.now() - begun
  child.kill('SIGTERM')
  await ended
  return ms
}

const isReady = (url: string) =>
  fetch(`${url}/api/health/ready`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

const REST_MS = 20_000
const SETTLE_MS = 5_000
const READERS = 64
const READING_SECONDS = 12

async function memory(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const load = loadProcess()
  const seen = { cpu: [] as number[], rest: [] as number[], written: [] as number[], read: [] as number[] }
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const resting = await serviceOn(databaseUrl)
    await delay(SETTLE_MS)
    seen.cpu.push(await coreAtRest(resting))
    seen.rest.push((await memoryOf(resting.pid)).now)
    const code = `BENCH-${process.pid}-${round}`
    await post(resting, '/api/warehouses', { code, name: code }, { success: true })
    await delay(SETTLE_MS)
    seen.written.push((await memoryOf(resting.pid)).now)
    await resting.stop()

    const reading = await serviceOn(databaseUrl)
    const { url, headers } = reading
    const paths = ['/api/sellers?limit=500']
    await load({ url, headers, paths, connections: READERS, seconds: READING_SECONDS })
    await delay(SETTLE_MS)
    seen.read.push((await memoryOf(reading.pid)).now)
    await reading.stop()
  }
  return [
    alone('at rest', '% of a core', seen.cpu, atMost(0.5, 'ours')),
    alone('at rest, before the first write', 'MB', seen.rest, atMost(150, 'ours')),
    alone('at rest, after the first write', 'MB', seen.written, atMost(210, 'ours')),
    alone(`after ${READERS} readers of 500 rows`, 'MB', seen.read, atMost(250, 'ours')),
  ]
}

/** How much of a core a process takes that nobody asks anything, in percent. */
async function coreAtRest({ pid }: Service): Promise<number> {
  const before = await processorTimeOf(pid)
  await delay(REST_MS)
  return ((await processorTimeOf(pid)) - before) / (REST_MS / 100)
}

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The same however often it is measured. */
async function install() {
  const cwd = await mkdtemp(join(tmpdir(), 'sos-install-'))
  atEnd(() => rm(cwd, { recursive: true, force: true }))
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(root, file), join(cwd, file))
  await run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts'], { cwd })
  const { stdout } = await run('du', ['-sk', '--apparent-size', 'node_modules'], { cwd })
  return [alone('node_modules', 'MB', [Number.parseInt(stdout, 10) / 1024], atMost(121, 'ours'))]
}

export const titles = {
  start:
    'From the start of the process to the first 200 of GET /api/health/ready, on a migrated database with 200 sellers and with what the start before has compiled; the limit is a node:http server that connects once and listens.',
  memory:
    'Resident memory of a process that serves and works, with 10,000 sellers: after 20 s at rest, after the first write of a person, and after 12 s of 64 readers of 500 sellers each; processor time of those 20 s.',
  install:
    'The packages of an installation for production, as the Dockerfile installs them: npm ci without packages for development and without the embedded PostgreSQL, in bytes of files.',
}

export default { start, memory, install }
