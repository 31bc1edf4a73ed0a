/**
 * Runs the steps of the Dockerfile in folders instead of images, with the Node of this process in place of the base,
 * and starts the result on an empty database: `node test/deploy/image-by-hand.ts`. It needs no Docker, but the network.
 * With root, the result runs as another user, as in the image.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'
import { freePort } from '../setup/service.ts'

const root = resolve(import.meta.dirname, '../..')
const images = mkdtempSync(join(tmpdir(), 'image-by-hand-'))
chmodSync(images, 0o755)
const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const ENTRY_MS = 300_000
const PAUSE_MS = 3_000

/** What .dockerignore keeps out of every COPY. */
const isSent = (path: string) =>
  !/src\/platform\/prisma|console\/(?:dist|node_modules)/.test(path) &&
  (!path.endsWith('.md') || path === join(root, 'README.md'))

const stages: { name: string; env: Record<string, string> }[] = []
let command: string[] = []
for (const line of readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n')) {
  const [step = '', ...words] = line.split(' ')
  const stage = stages.at(-1)
  const folder = join(images, stage?.name ?? '')
  if (['FROM', 'RUN', 'COPY', 'ENV', 'CMD'].includes(step)) console.log(`> ${line}`)
  if (step === 'FROM') stages.push({ name: words[2] ?? 'final', env: {} })
  else if (step === 'ENV')
    Object.assign(stage?.env ?? {}, Object.fromEntries(words.map((word) => word.split('='))))
  else if (step === 'RUN')
    execFileSync('/bin/sh', ['-c', words.join(' ')], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, PATH },
    })
  else if (step === 'WORKDIR') mkdirSync(folder)
  else if (step === 'COPY') copy(words, folder)
  else if (step === 'CMD') command = JSON.parse(words.join(' '))
}

function copy(words: string[], folder: string) {
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const to = words.pop() as string
  for (const word of words) {
    const source = from ? join(images, from, word.replace(/^\/app\//, '')) : join(root, word)
    const target = to.endsWith('/') ? join(folder, to, basename(word)) : join(folder, to)
    cpSync(source, target, { recursive: true, filter: (path) => Boolean(from) || isSent(path) })
  }
}

const final = stages.at(-1) as (typeof stages)[number]
const cwd = join(images, final.name)
const server = await startEmbeddedPostgres({
  dataDir: join(images, 'data'),
  database: 'sos',
  log: console,
  throwAway: true,
})
const secret = 'a secret of thirty-two characters'
const env = {
  PATH,
  DATABASE_URL: server.connectionString,
  PORT: String(await freePort()),
  JWT_SECRET: secret,
  WEBHOOK_SECRET_KEY: secret,
  ...final.env,
  METRICS_PORT: process.env.METRICS_PORT ?? final.env.METRICS_PORT ?? '',
}
const begin = (...words: string[]) =>
  spawn(process.execPath, words, { cwd, env, stdio: 'inherit', ...unprivileged })
const statusOf = async (file: string) => (await once(begin(file), 'close'))[0] as number

try {
  console.log(`the image holds ${execFileSync('du', ['-sh', cwd]).toString().split('\t')[0]}`)
  console.log(`migrate ended with ${await statusOf('src/migrate.ts')}`)
  const service = begin(...command.slice(1))
  const deadline = Date.now() + ENTRY_MS
  while ((await statusOf('src/health-check.ts')) !== 0 && Date.now() < deadline) await delay(PAUSE_MS)
  console.log(`the health check ends with ${await statusOf('src/health-check.ts')}`)
  service.kill('SIGTERM')
  console.log(`the server ended with ${(await once(service, 'close'))[0]}`)
} finally {
  await server.stop()
  rmSync(images, { recursive: true, force: true })
}
