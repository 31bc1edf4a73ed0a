import pg from 'pg'
import t from 'tap'
import { certifyAudit } from '../../plugins/transparency/chain/append-rows.ts'
import { checkLogs } from '../../plugins/transparency/nightly/check-logs.ts'
import { testApp } from '../setup/app.ts'

type Check = { check: string; ok: boolean | null; sentence: string }

t.test('the audit log is chained', async (t) => {
  const { app, call, user, DATABASE_URL } = await testApp(t, { WORKER: 'off' })
  const verify = async (query = '') => {
    const { status, body } = await call('bod', 'GET', `/api/audit/verify${query}`)
    t.equal(status, 200, JSON.stringify(body))
    const failed = (body.checks as Check[]).filter(({ ok }) => ok === false)
    return {
      ...body,
      failed: failed.map(({ check }) => check),
      said: failed.map(({ sentence }) => sentence).join(' '),
    }
  }
  const write = (client: { query(text: string): Promise<unknown> }, n: number) =>
    client.query(
      `insert into audit_log (user_id, action, entity, entity_id, before, after)
       values (${user.bod.id}, 'thing.changed', 'thing', '${n}', '{"name": "Ada Marsh"}', '{"name": "Bo"}')`,
    )
  const withoutTriggers = (change: string) =>
    app.db.bulkTransaction(
      async (tx) => {
        await tx.run('set local session_replication_role = replica')
        await tx.run(change)
      },
      { timeout: 60_000 },
    )

  t.test('rows get leaves after they are committed, whatever their ids', async (t) => {
    const late = new pg.Client(DATABASE_URL)
    await late.connect()
    t.teardown(() => late.end())
    await late.query('begin')
    await write(late, 1)
    for (let n = 2; n <= 5; n++) await write(app.db.pool, n)
    t.equal(await certifyAudit(app), 4)
    await late.query('commit')
    t.equal((await verify()).not_chained, 1)
    t.equal(await certifyAudit(app), 1)
    const { valid, rows, not_chained, checkpoint } = await verify()
    t.same([valid, rows, not_chained, checkpoint.size], [true, 5, 0, 5])
    t.equal(await certifyAudit(app), 0, 'once')
    const leaves = await app.db.rows<{ index: number; statement: string }>(
      'select index, statement from audit_leaves order by index',
    )
    t.same(
      leaves.map(({ statement }) => JSON.parse(statement).entity_id),
      ['2', '3', '4', '5', '1'],
    )
    t.notMatch(JSON.stringify(leaves), 'Marsh')
  })

  t.test('two that chain at the same time make one log', async (t) => {
    for (let n = 6; n < 1_300; n++) await write(app.db.pool, n)
    const second = await testApp(t, { DATABASE_URL, WORKER: 'off' })
    const added = await Promise.all([certifyAudit(app), certifyAudit(second.app)])
    t.equal(added[0] + added[1], 1_294)
    t.match(await verify(), { valid: true, rows: 1_299, checkpoint: { size: 1_299 } })
  })

  t.test('a person’s erasure is no change, and says so', async (t) => {
    const made = await call('bod', 'POST', '/api/users', {
      username: 'ada',
      email: 'ada@example.com',
      full_name: 'Ada Marsh',
      role: 'viewer',
      password: 'long enough',
    })
    t.equal(made.status, 200, JSON.stringify(made.body))
    await certifyAudit(app)
    t.equal((await verify()).erased, 0)
    const erased = await call('bod', 'POST', `/api/users/${made.body.id}/erase`)
    t.equal(erased.status, 200, JSON.stringify(erased.body))
    const { valid, erased: before } = await verify()
    t.same([valid, before > 0], [true, true])
    await certifyAudit(app)
    const { statement } = await app.db.one<{ statement: string }>(
      'select statement from audit_leaves where erasure_id is not null',
    )
    t.match(JSON.parse(statement), { kind: 'erasure', audit_ids: [Number] })
    t.match(await verify(), { valid: true, erased: before, not_chained: 0 })
    t.same((await checkLogs(app)).findings, [])
    await withoutTriggers(
      `update audit_log set action = 'user.seen' where id = ${JSON.parse(statement).audit_ids[0]}`,
    )
    t.match((await verify()).failed, ['rows'], 'what is not erased of it is still proven')
    await withoutTriggers(
      `update audit_log set action = 'user.created' where id = ${JSON.parse(statement).audit_ids[0]} and entity = 'user'`,
    )
  })

  t.test('rows that are changed or removed with the triggers off are named', async (t) => {
    const ids = (
      await app.db.rows<{ id: number }>(`select id from audit_log where entity = 'thing' order by id limit 3`)
    ).map(({ id }) => id)
    await withoutTriggers(`update audit_log set after = '{"name": "Cy"}' where id = ${ids[0]}`)
    await withoutTriggers(`delete from audit_log where id = ${ids[1]}`)
    const { failed, said, valid } = await verify(`?from=1&to=${ids[2]}`)
    t.same([valid, failed], [false, ['rows']])
    t.match(said, `id ${ids[0]}`)
    t.match(said, `id ${ids[1]}`)
    const { findings } = await checkLogs(app)
    t.ok(
      findings.some(
        ({ finding, named }) => finding === 'audit_row_changed' && named.includes(`id ${ids[0]}`),
      ),
    )
    t.ok(
      findings.some(
        ({ finding, named }) => finding === 'audit_row_missing' && named.includes(`id ${ids[1]}`),
      ),
    )
    await withoutTriggers(`update audit_leaves set salt = null where audit_id = ${ids[2]}`)
    t.match(
      (await verify(`?from=${ids[2]}&to=${ids[2]}`)).failed,
      ['rows'],
      'a salt goes with an erasure alone',
    )
  })

  t.test('what a job has left behind that was ended long ago is chained by the next', async (t) => {
    const writeAt = async (days: number) => {
      await app.db.run(
        `insert into audit_log (at, action, entity) values (now() - $1 * interval '1 day', 'thing.seen', 'thing')`,
        [days],
      )
      return certifyAudit(app)
    }
    t.equal(await writeAt(10), 0, 'days before all that is chained: the nightly check does it')
    t.ok((await certifyAudit(app, true)) > 0)
    t.equal(await writeAt(9), 1)
  })

  t.test('a row that is added with an older time is named before it gets its leaf', async (t) => {
    await certifyAudit(app, true)
    const { id } = await app.db.one<{ id: number }>(
      `insert into audit_log (at, user_id, action, entity, entity_id)
       values (now() - interval '30 days', ${user.bod.id}, 'thing.changed', 'thing', '1') returning id`,
    )
    t.equal(await certifyAudit(app), 0)
    t.match((await verify(`?from=${id}&to=${id}`)).failed, ['chained'])
    const late = ({ findings }: Awaited<ReturnType<typeof checkLogs>>) =>
      findings.filter(({ finding }) => finding === 'audit_row_without_leaf').map(({ named }) => named)
    t.same(late(await checkLogs(app)), [[`id ${id}`]])
    t.same(late(await checkLogs(app)), [], 'it has a leaf since')
  })

  t.test('a row that can’t be read keeps no others from their leaves, and is named', async (t) => {
    await app.db.run(
      `insert into audit_log (at, action, entity, after)
       values (now() - interval '2 days', 'thing.changed', 'thing', (repeat('[', 4000) || repeat(']', 4000))::jsonb)`,
    )
    await write(app.db.pool, 2_000)
    t.equal(await certifyAudit(app), 1)
    const { findings } = await checkLogs(app)
    t.ok(findings.some(({ finding, count }) => finding === 'audit_row_without_leaf' && count === 1))
  })

  t.test('a span has an order and an end', async (t) => {
    t.equal((await call('bod', 'GET', '/api/audit/verify?from=3&to=2')).status, 400)
    t.equal((await call('bod', 'GET', '/api/audit/verify?from=0')).status, 400)
    t.equal((await call('viewer', 'GET', '/api/audit/verify')).status, 403)
  })
})
