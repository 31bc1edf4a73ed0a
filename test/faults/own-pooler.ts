import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseServerUser } from '../../src/embedded-postgres/server-folder.ts'
import { throwAwayFolder } from '../embedded-postgres/throw-away.ts'
import { clientOf } from '../setup/client.ts'
import { findProgram } from '../setup/programs.ts'
import { type OwnServer, quietPort } from './own-server.ts'
import { sure } from './polling.ts'

type Test = Parameters<typeof throwAwayFolder>[0]

const PATIENCE_MS = 240_000

/**
 * pgbouncer in transaction mode in front of a server, with Debian's settings: many clients, and no more than four
 * backends for all of them. It is gone after the test.
 */
export async function ownPooler(t: Test, server: Pick<OwnServer, 'port'>) {
  const folder = await throwAwayFolder(t)
  const port = await quietPort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, '"sos" "sos"\n', { mode: 0o644 })
  await writeFile(
    settings,
    `[databases]
sos = host=127.0.0.1 port=${server.port} dbname=sos
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 300
`,
    { mode: 0o644 },
  )
  const user = await chooseServerUser(join(folder, 'none')) // pgbouncer refuses root, as PostgreSQL does
  const child = spawn(findProgram('pgbouncer') as string, [settings], {
    ...{ uid: user?.uid, gid: user?.gid, cwd: '/' },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  t.teardown(() => {
    child.kill('SIGKILL')
    return ended
  })
  const url = `postgres://sos:sos@127.0.0.1:${port}/sos`
  const asked = { connectionString: url, connectionTimeoutMillis: 5_000 }
  await sure('The start of pgbouncer', PATIENCE_MS, () => clientOf(t, asked).catch(() => false as const))
  return { url }
}
