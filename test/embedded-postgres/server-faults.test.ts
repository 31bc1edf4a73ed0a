import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { eventually } from '../setup/eventually.ts'
import { connectionOf, query, startEmbeddedService } from './throw-away.ts'

t.test('a fault of the database server is a 503, and the service is not ready while it lasts', async (t) => {
  const { url, dataDir, until } = await startEmbeddedService(t, { WORKER: 'off' })
  const address = await connectionOf(dataDir)
  await query(address, `insert into users (username, full_name, role) values ('board', 'Board', 'bod')`)
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { 'x-user-id': '1' } })
  t.equal((await ask('/api/campaigns')).status, 200)

  const [row] = await query(address, `select pg_relation_filepath('campaigns') as path`)
  const file = join(dataDir, 'postgres/data', row?.path as string)
  await rename(file, `${file}.away`)
  await query(
    address,
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name not like '%member'",
  )
  await eventually(async () => (await ask('/api/campaigns')).statusText !== 'OK')
  await eventually(async () => (await ask('/api/warehouses')).ok)

  const failed = await ask('/api/campaigns')
  t.same(
    [failed.status, await failed.json()],
    [503, { error: 'The database has a fault and could not do this; try again later.' }],
  )
  t.ok(Number(failed.headers.get('retry-after')) > 0)
  t.equal((await ask('/api/health/ready')).status, 503)
  t.equal((await ask('/api/health')).status, 200)
  t.equal((await ask('/api/warehouses')).status, 200, 'what it can do it does')
  await until('could not open file')

  await rename(`${file}.away`, file)
  await eventually(async () => (await ask('/api/campaigns')).ok)
  await eventually(async () => (await ask('/api/health/ready')).ok)
})
