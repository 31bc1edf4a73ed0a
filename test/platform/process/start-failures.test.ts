import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'
import t from 'tap'
import { createTestDatabase } from '../../setup/database.ts'
import { someOf } from '../../setup/form.ts'

const DATABASE_URL = await createTestDatabase(t)

const ENTRIES = {
  server: ['src/server.js'],
  worker: ['src/worker.js'],
  migrate: ['src/migrate.ts'],
  'rotate-secrets': ['src/rotate-secrets.ts'],
  'create-user': ['src/create-user.ts', '--username', 'x', '--role', 'bod', '--email', 'x@example.com'],
}

/** Runs an entry on a database at this port as an operator does: how it ended, and what it said beside its log. */
async function run(args: string[], port: number) {
  const { PATH, HOME } = process.env
  const url = Object.assign(new URL(DATABASE_URL), { port: String(port) }).href
  const settings = {
    DATABASE_URL: url,
    PORT: '0',
    METRICS_PORT: '0',
    DEMO_DATA: 'off',
    CREATE_USER_PASSWORD: 'five boxes on a cart',
  }
  const child = spawn(process.execPath, args, {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const ended = once(child, 'close').then(([status]) => status)
  const lines = () => printed.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

  /** Until it has printed one of these texts. */
  async function until(...texts: string[]) {
    while (!texts.some((text) => printed.includes(text))) await once(child.stdout, 'data')
  }

  return { child, ended, lines, until }
}

/** Something in place of the database server that treats each connection as `treat` does. */
async function serverOf(treat: (socket: Socket, server: Server) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    treat(socket, server)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as { port: number }).port
}

/** A server that refuses each connection with an error, as PostgreSQL does: a message of severity, code and text. */
const refusing = (code: string) =>
  serverOf((socket) => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mit does not go\0\0`)
    const head = Buffer.from('E    ')
    head.writeInt32BE(fields.length + 4, 1)
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  })

/** The real server, which dies when so many bytes have been sent to it. `sent` says how many were. */
async function dyingAfter(bytes: number) {
  const { hostname, port } = new URL(DATABASE_URL)
  const open = new Set<Socket>()
  let sent = 0
  const at = await serverOf((socket, server) => {
    const real = connect(Number(port), hostname).on('error', () => {})
    for (const side of [socket, real]) open.add(side)
    real.pipe(socket)
    socket.on('close', () => real.destroy())
    real.on('close', () => socket.destroy())
    socket.on('data', (data) => {
      sent += data.length
      if (sent < bytes) return void real.write(data)
      server.close()
      for (const side of open) side.destroy()
    })
  })
  return { port: at, sent: () => sent }
}

const SENTENCE = /^[A-Z][^\n]*\.$/

const REFUSALS = [
  ['57P03', /can't be used \(it does not go\)/],
  ['53100', /can't be used \(it does not go\)/],
  ['28P01', /refused the password/],
  ['3D000', /no database/],
] as const

for (const [entry, args] of Object.entries(ENTRIES))
  t.test(`${entry} says in one sentence what keeps it from its database, with status 1`, async (t) => {
    // All entries have their sentence from one place: one shows that it is said there.
    for (const [code, says] of entry === 'server' ? someOf(REFUSALS, 2) : someOf(REFUSALS, 1)) {
      const { ended, lines } = await run(args, await refusing(code))
      t.equal(await ended, 1, code)
      const said = lines()
      t.equal(said.length, 1, said.join('\n'))
      t.match(said[0], SENTENCE)
      t.match(said[0], says)
    }
  })

for (const entry of someOf(['server', 'worker', 'migrate'] as const, 1))
  t.test(`${entry} does so, too, when the database dies at any time while it starts`, async (t) => {
    const whole = await dyingAfter(Number.POSITIVE_INFINITY)
    const { child, ended, until } = await run(ENTRIES[entry], whole.port)
    await until('/metrics is served', 'The database is up to date')
    const all = whole.sent()
    child.kill('SIGKILL')
    await ended
    // How much is sent differs by a quarter from start to start.
    for (const part of someOf([0.35, 0.05, 0.2, 0.5, 0.65], 2)) {
      const { port } = await dyingAfter(Math.ceil(all * part))
      const { ended, lines } = await run(ENTRIES[entry], port)
      t.equal(await ended, 1, `after ${part} of ${all} bytes`)
      const said = lines()
      t.equal(said.length, 1, said.join('\n'))
      t.match(said[0], SENTENCE)
    }
  })
