import { join } from 'node:path'
import t from 'tap'
import { eventually } from '../setup/eventually.ts'
import { connectionOf, startEmbeddedService } from './embedded-service.ts'
import { killServer } from './signals.ts'
import { postmasterOf, query, startServer, throwAwayFolder } from './throw-away.ts'

t.test(
  'a server that dies comes back three times on its port, and the fourth death ends the service',
  async (t) => {
    const { url, dataDir, ended } = await startEmbeddedService(t)
    const address = await connectionOf(dataDir)
    await query(address, `insert into users (username, full_name, role) values ('board', 'Board', 'bod')`)
    const ask = () =>
      fetch(`${url}/api/warehouses`, { headers: { 'x-user-id': '1' }, signal: AbortSignal.timeout(60_000) })
    const early = ended.then(({ printed }) => Promise.reject(new Error(`it has ended:\n${printed}`)))
    early.catch(() => {})
    for (const death of [1, 2, 3]) {
      const pid = await killServer(dataDir)
      const isBack = eventually(async () => (await postmasterOf(dataDir)) !== pid && (await ask()).ok)
      await Promise.race([isBack, early])
      t.equal(await connectionOf(dataDir), address, `after death ${death} it is where it was`)
    }
    await killServer(dataDir)
    const { status, printed } = await ended
    t.equal(status, 1, 'the service ends with status 1')
    const log = join(dataDir, 'postgres/postgres.log')
    const sentence = `PostgreSQL died again after 3 restarts in 10 minutes and is not started once more: find the reason in ${log}, fix it, and start the service again.`
    t.ok(printed.split('\n').includes(sentence), `and says so in one sentence: ${printed.slice(-1000)}`)
  },
)

t.test('a death counts for all who use the server, whoever starts it again', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const members = [await startServer(dataDir, { log }), await startServer(dataDir, { log })]
  const { connectionString } = members[0] as { connectionString: string }
  const reasons = Promise.allSettled(members.map(({ gone }) => gone))
  for (const _ of [1, 2, 3]) {
    await killServer(dataDir)
    await eventually(async () => (await sessions(connectionString)) === members.length)
  }
  await killServer(dataDir)
  for (const { reason } of (await reasons) as PromiseRejectedResult[])
    t.match(reason, { name: 'StartFailure', message: /^PostgreSQL died again after 3 restarts/ })
  for (const { stop } of members) await t.resolves(stop(), 'what is gone can be stopped')
})

/** How many members the server has. */
async function sessions(connectionString: string) {
  const [row] = await query(
    connectionString,
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted`,
  )
  return row?.count
}
