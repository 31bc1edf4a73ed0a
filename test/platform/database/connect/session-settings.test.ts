import pg from 'pg'
import t from 'tap'
import { WIRE } from '../../../../src/platform/database/connect/session.ts'
import { queueConnections } from '../../../../src/platform/jobs/queues.ts'
import { testApp } from '../../../setup/app.ts'
import { clientOf } from '../../../setup/client.ts'
import { createTestDatabase } from '../../../setup/database.ts'

/** What databases were set to, each of which changes what the wire says. */
const ODD: Record<string, string[]> = {
  DateStyle: ['German', 'SQL, DMY', 'Postgres, MDY', 'ISO, DMY', 'ISO, YMD'],
  IntervalStyle: ['iso_8601', 'sql_standard'],
  bytea_output: ['escape'],
  extra_float_digits: ['-15', '0'],
  standard_conforming_strings: ['off'],
  TimeZone: ['Asia/Kolkata'],
}

const SHOWN = 'select name, setting from pg_settings where name = any($1)'

t.test('a service works on a database of any settings', { timeout: 120_000 }, async (t) => {
  const database = await createTestDatabase(t)
  const name = new URL(database).pathname.slice(1)
  const owner = await clientOf(t, database)
  const set = (setting: string, value: string) =>
    owner.query(`alter database "${name}" set ${setting} = '${value}'`)
  const rounds = Math.max(...Object.values(ODD).map(({ length }) => length))
  for (let round = 0; round < rounds; round++) {
    for (const [setting, values] of Object.entries(ODD))
      await set(setting, values[round % values.length] as string)
    const { app, call } = await testApp(t, { WORKER: 'on', DATABASE_URL: database })
    const headers = { 'x-user-id': '1' }
    if (round === 0) {
      const seller = { seller_code: 'S-1', company_name: 'One', contract_start_date: '2026-02-03' }
      t.equal((await call(null, 'GET', '/api/health')).status, 200)
      await app.db.prisma.user.create({
        data: { username: 'a', email: 'a@example.com', full_name: 'A', role: 'admin', is_seeded: true },
      })
      t.equal((await call(null, 'POST', '/api/sellers', seller, headers)).status, 200)
    }
    const get = (url: string) => call(null, 'GET', url, undefined, headers)
    for (const url of ['/api/sellers/S-1', '/api/warehouses', '/api/audit', '/api/sync/status'])
      t.equal((await get(url)).status, 200, `${url} in round ${round}`)
    const { body } = await get('/api/sellers/S-1')
    t.equal(body.contract_start_date, '2026-02-03')
    t.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

    const queue = new pg.Pool(queueConnections(app.db) as pg.PoolConfig)
    const names = [Object.keys(WIRE)]
    const sessions = [
      await app.db.rows<{ name: keyof typeof WIRE; setting: string }>(SHOWN, names),
      await app.db.quick.rows<{ name: keyof typeof WIRE; setting: string }>(SHOWN, names),
      (await queue.query(SHOWN, names)).rows,
    ]
    for (const rows of sessions)
      t.same(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), WIRE)
    await queue.end()
    await app.close()
  }
})
