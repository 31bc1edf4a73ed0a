import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { findPostgres } from '../setup/programs.ts'
import { createClient } from './client.ts'
import { ownPair } from './own-pair.ts'
import { startOwnService } from './own-service.ts'
import { sure } from './polling.ts'
import { THIS_MONTH } from './scene.ts'
import { SLACK_MS } from './slack.ts'
import { factsOf } from './some-sellers.ts'

const SELLERS = 2_600
const PATIENCE_MS = 240_000
const LAG_SECONDS = 5
const programs = findPostgres()

t.test('a hot standby for exports and dashboards', async (t) => {
  t.comment(`PostgreSQL of ${programs ?? 'the project'}`)
  const pair = await ownPair(t, { isSynchronous: false, programs })
  const { primary, standby } = pair
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`
  const settings = {
    DATABASE_REPLICA_URL: `postgres://sos:sos@${hosts}/sos?target_session_attrs=standby`,
    DATABASE_REPLICA_LAG_SECONDS: String(LAG_SECONDS),
    WORKER: 'off',
    LOG_LEVEL: 'info',
  }
  const start = () => startOwnService(t, { urlOf: () => pair.url }, { settings })
  const one = await start()
  const other = await start()
  await primary.query(factsOf(SELLERS))
  const first = createClient(one.url)
  const second = createClient(other.url)
  const readers = [first, second]

  const standbyName = `127.0.0.1:${standby.port}`
  const primaryName = `127.0.0.1:${primary.port}`
  const problemOf = async (name: string) => {
    const { body } = await first.ask('health', 'GET', '/api/health/ready')
    return body.replicas?.find((replica: { name: string }) => replica.name === name)?.problem
  }
  const isRead = async (name = standbyName) => (await problemOf(name)) === null
  const isNotRead = (why: RegExp, name = standbyName) =>
    sure(`${name} that is not read, ${why}`, PATIENCE_MS, async () => why.test(await problemOf(name)))
  /** How many reads who has answered, of both processes. */
  const answered = async (from: 'replica' | 'primary') => {
    let sum = 0
    for (const { ask } of readers) {
      const { body } = await ask('metrics', 'GET', '/metrics')
      sum += Number(new RegExp(`sos_replica_reads_total\\{from="${from}"\\} (\\d+)`).exec(body)?.[1] ?? 0)
    }
    return sum
  }
  const csv = { headers: { accept: 'text/csv' } }
  let made = 0
  /** Makes a seller through one process, and answers what became of it and of an export of the other, which has it. */
  const makeAndExport = async () => {
    const seller_code = `NEW-${++made}`
    const body = { seller_code, company_name: 'New', contract_start_date: '2026-01-01' }
    const { status, body: answer } = await first.ask('seller', 'POST', '/api/sellers', { body })
    const exported = await second.ask('export', 'GET', '/api/sellers', csv)
    return {
      made: status === 200 || [status, answer, one.ending()],
      exported: exported.status === 200 || [exported.status, exported.body, other.ending()],
      isIn: String(exported.body).includes(`,${seller_code},`),
    }
  }
  const FOUND = { made: true, exported: true, isIn: true }
  const makesAndFinds = async () => isDeepStrictEqual(await makeAndExport(), FOUND)
  const linesOf = (text: string) => text.trim().split('\n').length
  /** How many lines an export has. */
  const whole = async () => {
    const [row] = await primary.query(`select count(*)::int as n from sellers where status = 'active'`)
    return 1 + Number(row?.n)
  }

  await sure('A replica that is read', PATIENCE_MS, () => isRead())
  await sure('The same of the other process', PATIENCE_MS, async () => {
    await second.ask('export', 'GET', '/api/sellers', csv)
    return (await answered('replica')) > 0
  })

  await t.test('it answers exports and dashboards; lists stay on the primary', async (t) => {
    const before = await answered('replica')
    const { body, status } = await first.ask('export', 'GET', '/api/sellers', csv)
    t.equal(status, 200)
    t.equal(linesOf(body), await whole())
    t.equal((await answered('replica')) - before, 2, 'its first page, and all of it')
    // A dashboard does not wait for long: on a busy machine the primary may answer some.
    await sure('A dashboard that it answers', PATIENCE_MS, async () => {
      const before = await answered('replica')
      const stats = await first.ask('stats', 'GET', `/api/dashboard/stats?period=${THIS_MONTH}`)
      t.match(stats, { status: 200, body: { total_sellers: SELLERS } })
      return (await answered('replica')) > before
    })
    const counted = [await answered('replica'), await answered('primary')]
    await first.ask('list', 'GET', '/api/sellers?limit=500')
    t.same([await answered('replica'), await answered('primary')], counted)
    const there = await standby.query(
      `select query from pg_stat_activity
       where application_name = 'seller-operating-score replica' and query like '%with part as%'`,
    )
    t.not(there.length, 0, 'the standby has done it')
  })

  await t.test('nobody misses a change that was acknowledged, through whichever process', async (t) => {
    const before = await answered('primary')
    for (let n = 0; n < 5; n++) t.same(await makeAndExport(), FOUND)
    await standby.query(`alter system set recovery_min_apply_delay = '300ms'`, 'postgres')
    await standby.query('select pg_reload_conf()')
    for (let n = 0; n < 3; n++) t.same(await makeAndExport(), FOUND, 'from a replica that is behind')
    t.equal(await answered('primary'), before, 'the replica was waited for')
    await standby.query('alter system reset recovery_min_apply_delay', 'postgres')
    await standby.query('select pg_reload_conf()')
  })

  await t.test('one of another database is never read', async (t) => {
    const DATABASE_REPLICA_URL = standby.url.replace(/sos$/, 'postgres')
    const third = await startOwnService(
      t,
      { urlOf: () => pair.url },
      { settings: { ...settings, DATABASE_REPLICA_URL } },
    )
    const { ask } = createClient(third.url)
    const why = async () => (await ask('health', 'GET', '/api/health/ready')).body.replicas?.[0]?.problem
    await sure('The reason', PATIENCE_MS, async () => (await why()) === 'it is of another database')
    t.match(await ask('export', 'GET', '/api/sellers', csv), { status: 200, body: /NEW-1/ })
  })

  await t.test('one that lags is not read until it has caught up', async (t) => {
    await standby.query('select pg_wal_replay_pause()', 'postgres')
    const before = await answered('primary')
    const { body } = await first.ask('seller', 'PATCH', '/api/sellers/NEW-1', {
      body: { status: 'suspended' },
    })
    t.ok(body.success, JSON.stringify(body))
    const stats = await second.ask('stats', 'GET', `/api/dashboard/stats?period=${THIS_MONTH}`)
    t.equal(stats.body.total_sellers, (await whole()) - 1, 'a dashboard has the change')
    t.equal(await answered('primary'), before + 1, 'and was not waited for long')
    t.same(await makeAndExport(), FOUND, 'the primary answers for it')
    await isNotRead(new RegExp(`lags by more than ${LAG_SECONDS} s`))
    const from = await answered('replica')
    t.same(await makeAndExport(), FOUND)
    t.equal(await answered('replica'), from)
    await standby.query('select pg_wal_replay_resume()', 'postgres')
    await sure('A replica that is read again', PATIENCE_MS, () => isRead())
    t.same(await makeAndExport(), FOUND)
    const said = one
      .printed()
      .match(new RegExp(`is not read \\(it lags by more than ${LAG_SECONDS} s\\)`, 'g'))
    t.equal(said?.length, 1, 'it was said once')
  })

  await t.test('a read that stands in the way of what it follows is answered by the primary', async (t) => {
    await standby.query('alter system set max_standby_streaming_delay = 0', 'postgres')
    await standby.query('select pg_reload_conf()')
    const conflicts = async () => {
      const [row] = await standby.query(
        `select sum(confl_lock + confl_snapshot)::int as n from pg_stat_database_conflicts`,
      )
      return Number(row?.n)
    }
    const wrong: unknown[] = []
    const lines = await whole()
    const happened = await sure('A conflict', PATIENCE_MS, async () => {
      let isDone = false
      const exports = Promise.all(
        Array.from({ length: 3 }, () => second.ask('export', 'GET', '/api/sellers', csv)),
      ).finally(() => {
        isDone = true
      })
      while (!isDone) await primary.query('begin; lock table sellers; commit')
      for (const { status, body } of await exports)
        if (status !== 200) wrong.push([status, body])
        else if (linesOf(body) !== lines) wrong.push([status, linesOf(body)])
      return (await conflicts()) || undefined
    })
    t.comment(`${happened} conflicts`)
    t.same(wrong, [])
    await standby.query('alter system reset max_standby_streaming_delay', 'postgres')
    await standby.query('select pg_reload_conf()')
    await sure('A replica that is read again', PATIENCE_MS, () => isRead())
  })

  for (const [what, hurt, heal] of [
    ['freezes', standby.freeze, standby.thaw],
    ['dies', standby.kill, pair.startStandby],
  ] as const)
    await t.test(`one that ${what} is answered for, and comes back by itself`, async (t) => {
      const lines = await whole()
      const asking = Array.from({ length: 4 }, () => second.ask('export', 'GET', '/api/sellers', csv))
      await hurt()
      const during = [...(await Promise.all(asking)), await first.ask('export', 'GET', '/api/sellers', csv)]
      for (const { status, body, ms } of during) {
        t.equal(status, 200)
        t.equal(linesOf(body), lines)
        t.ok(ms < 6_000 + SLACK_MS, `${ms} ms`)
      }
      await isNotRead(/can't be reached/)
      const stats = await first.ask('stats', 'GET', `/api/dashboard/stats?period=${THIS_MONTH}`)
      t.match(stats, { status: 200, body: { total_sellers: (await whole()) - 1 } })
      t.ok(await one.isReady(), 'readiness does not depend on it')
      await heal()
      await sure('A replica that is read again', PATIENCE_MS, () => isRead())
      t.same(await makeAndExport(), FOUND)
    })

  await t.test('a promoted one is not taken for a replica', async (t) => {
    t.equal(await problemOf(primaryName), 'it is not a standby')
    await primary.shutDown()
    await pair.promote()
    await sure('A change after the promotion', PATIENCE_MS, makesAndFinds)
    await isNotRead(/is not a standby/)
    await isNotRead(/can't be reached/, primaryName)
  })

  await t.test('the primary of before is read when it follows the new one', async (t) => {
    await standby.query('grant pg_read_all_stats to sos', 'postgres')
    await pair.demote()
    await isNotRead(/follows another timeline/, primaryName)
    t.same(await makeAndExport(), FOUND)
    await pair.follow()
    await sure('A replica that is read', PATIENCE_MS, () => isRead(primaryName))
    const before = await answered('replica')
    // The other process may see a moment later that it is back.
    await sure('An export that it answers', PATIENCE_MS, async () => {
      t.same(await makeAndExport(), FOUND)
      return (await answered('replica')) > before
    })
  })
})
