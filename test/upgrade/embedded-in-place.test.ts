import { join } from 'node:path'
import t from 'tap'
import { connectionOf } from '../embedded-postgres/embedded-service.ts'
import { killServer } from '../embedded-postgres/signals.ts'
import { query, throwAwayFolder } from '../embedded-postgres/throw-away.ts'
import { eventually } from '../setup/eventually.ts'
import { freePort, startService } from '../setup/service.ts'
import { releaseFolder } from './release-folder.ts'

t.test('an embedded PostgreSQL needs nothing of the packages that an upgrade takes away', async (t) => {
  const { folder, upgrade } = await releaseFolder(t)
  const DATA_DIR = await throwAwayFolder(t)
  const settings = { DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'info' }
  const { until, url } = startService(t, settings, 'src/server.js', folder)
  await until('Server listening')
  await upgrade()
  const address = await connectionOf(DATA_DIR)
  const [row] = await query(
    address,
    `select '2026-07-01T12:00Z'::timestamptz at time zone 'Asia/Tokyo' as there`,
  )
  t.ok(row?.there, 'it reads the time zones of its release')
  await query(address, `do language plpgsql $$ begin perform 1; end $$`)
  await killServer(DATA_DIR)
  await eventually(async () => (await fetch(`${url}/api/health/ready`)).ok)
  await t.resolves(
    query(await connectionOf(DATA_DIR), 'select 1'),
    `it is started again from ${join(DATA_DIR, 'postgres')}`,
  )
})
