import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import t from 'tap'
import { createTestDatabase } from '../../setup/database.ts'
import { someOf } from '../../setup/form.ts'
import { startService } from '../../setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)

const ENTRIES = {
  server: 'src/server.js',
  worker: 'src/worker.js',
  migrate: 'src/migrate.ts',
  'rotate-secrets': 'src/rotate-secrets.ts',
  'create-user': 'src/create-user.ts --username x --role bod --email x@example.com',
}

/** Runs an entry on a database at this port as an operator does; `lines` is what it said beside its log. */
function run(entry: keyof typeof ENTRIES, port: number) {
  const url = Object.assign(new URL(DATABASE_URL), { port: String(port) }).href
  const settings = {
    DATABASE_URL: url,
    PORT: '0',
    METRICS_PORT: '0',
    CREATE_USER_PASSWORD: 'five boxes on a cart',
  }
  const service = startService(t, settings, ENTRIES[entry])
  const lines = () =>
    service
      .printed()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
  return { ...service, lines }
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

for (const entry of Object.keys(ENTRIES) as (keyof typeof ENTRIES)[])
  t.test(`${entry} says in one sentence what keeps it from its database, with status 1`, async (t) => {
    // All entries have their sentence from one place: one shows that it is said there.
    for (const [code, says] of entry === 'server' ? someOf(REFUSALS, 2) : someOf(REFUSALS, 1)) {
      const { ended, lines } = run(entry, await refusing(code))
      t.equal((await ended).status, 1, code)
      t.match(lines(), [SENTENCE])
      t.match(lines(), [says])
    }
  })

for (const entry of someOf(['server', 'worker', 'migrate'] as const, 1))
  t.test(`${entry} does so, too, when the database dies at any time while it starts`, async (t) => {
    const whole = await dyingAfter(Number.POSITIVE_INFINITY)
    const { child, ended, until } = run(entry, whole.port)
    await until(entry === 'migrate' ? 'The database is up to date' : '/metrics is served')
    const all = whole.sent()
    child.kill('SIGKILL')
    await ended
    // How much is sent differs by a quarter from start to start.
    for (const part of someOf([0.35, 0.05, 0.2, 0.5, 0.65], 2)) {
      const { port } = await dyingAfter(Math.ceil(all * part))
      const { ended, lines } = run(entry, port)
      t.equal((await ended).status, 1, `after ${part} of ${all} bytes`)
      t.match(lines(), [SENTENCE])
    }
  })
