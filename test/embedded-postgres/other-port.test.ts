import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { eventually } from '../setup/eventually.ts'
import { freePort, startService } from '../setup/service.ts'
import { connectionOf, startEmbeddedService } from './embedded-service.ts'
import { killServer, signalAll } from './signals.ts'
import { query } from './throw-away.ts'

t.test('when a server that died comes back on another port, all of its processes go there', async (t) => {
  const server = await startEmbeddedService(t, { WORKER: 'off' })
  const METRICS_PORT = String(await freePort())
  const worker = startService(t, { DATA_DIR: server.dataDir, METRICS_PORT }, 'src/worker.js')
  const isWorkerReady = () => fetch(`http://127.0.0.1:${METRICS_PORT}/api/health/ready`).then(({ ok }) => ok)
  await eventually(isWorkerReady)
  const before = await connectionOf(server.dataDir)
  await query(before, `insert into users (username, full_name, role) values ('board', 'Board', 'bod')`)

  const processes = [server.child.pid, worker.child.pid] as number[]
  signalAll(processes, 'SIGSTOP')
  await killServer(server.dataDir)
  await takePort(t, Number(new URL(before).port))
  signalAll(processes, 'SIGCONT')

  const call = (method: string, path: string, body?: object) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'x-user-id': '1', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  await eventually(async () => (await call('GET', '/api/health/ready')).ok && (await isWorkerReady()))
  const after = await connectionOf(server.dataDir)
  t.not(after, before)
  const kept = () => readFile(join(server.dataDir, 'postgres-url'), 'utf8')
  await eventually(async () => (await kept()).trim() === after)
  t.equal((await call('POST', '/api/warehouses', { code: 'W-1', name: 'W' })).status, 200)
  const asked = await call('POST', '/api/sos/monthly/calculate', { period: '2026-10' })
  t.equal(asked.status, 200, `the worker has done a job: ${await asked.text()}`)
  await server.until('notifications are heard again')
  await worker.until('notifications are heard again')
})

/** A stranger listens on a port as soon as the one before has left it. */
async function takePort(t: { teardown(work: () => unknown): unknown }, port: number) {
  const stranger = createServer((socket) => socket.on('error', () => {}).destroy())
  t.teardown(() => stranger.close())
  await eventually(async () => {
    await once(stranger.listen(port, '127.0.0.1'), 'listening')
    return true
  })
}
