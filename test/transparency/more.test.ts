import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { readStatement, statementText } from '../../src/transparency/statement.ts'
import { makeAccount } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { overlapping, waiters } from '../setup/waiters.ts'
import { calculateAlone, leavesOf, MONTH, sellersWithFacts, withoutTriggers, writeLeaf } from './setup.ts'

const REVIEWER = 'Zebedee Quill'
const BY = { reviewed_by: REVIEWER, notes: 'Closed after the stocktaking' }

t.test('a leaf says who is paid by the score, and names who has reviewed it by hash', async (t) => {
  const test = await testApp(t)
  const { app, call, user, DATABASE_URL } = test
  const person = await makeAccount(test, 'zebedee', { full_name: REVIEWER })
  const sellers = await sellersWithFacts(app, 6)
  const code = sellers[0]?.seller_code
  await calculateAlone(t, test)
  const change = (n: number, set: string) =>
    app.db.run(`update monthly_scores set ${set} where seller_id = ${sellers[n]?.id}`)
  await change(0, `am_id = ${user.am.am_id}`)
  /** Finalizes the score of a seller alone, as the reviewer has signed it. */
  const finalize = async (n: number) => {
    const id = await app.db.value('select id from monthly_scores where seller_id = $1', [sellers[n]?.id])
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, BY)).status, 200)
  }
  for (const n of [0, 1]) await finalize(n)
  t.equal(await certifyScores(app), 2)
  const url = (n: number) => `/api/sos/sellers/${sellers[n]?.seller_code}/score/certificate`
  const certificate = async (role: 'viewer' | 'seller' = 'viewer', n = 0) =>
    (await call(role, 'GET', url(n))).body
  const valid = async (given: object) => (await call('viewer', 'POST', '/api/sos/verify', given)).body.valid
  const statementOf = async (n: number) => readStatement((await leavesOf(app))[n]?.statement ?? '')
  const said = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => {
      const read = JSON.parse(text)
      return [name, String(read.value ?? read)]
    })

  await t.test('in the clear what is no name, and the rest by hashes that say nothing twice', async (t) => {
    const [first, second] = [await statementOf(0), await statementOf(1)]
    t.match(first, { v: 2, am_id: user.am.am_id, orders: 3, more: { run_id: /^[0-9a-f]{64}$/ } })
    if (first.v !== 2 || second.v !== 2) throw new Error('another version')
    t.equal(first.more?.run_id, second.more?.run_id)
    t.not(first.more?.reviewed_by, second.more?.reviewed_by)
    t.notMatch(JSON.stringify(await leavesOf(app)), 'Zebedee')
  })

  await t.test('the certificate carries the texts that its reader may see', async (t) => {
    const whole = await certificate()
    t.same(said(whole.more), [
      ['run_id', String(await app.db.value('select max(run_id) from monthly_scores'))],
      ['reviewed_by', REVIEWER],
      ['notes', BY.notes],
    ])
    t.equal(await valid(whole), true)
    const notes = whole.more.notes.replace('after', 'before')
    t.equal(await valid({ ...whole, more: { ...whole.more, notes } }), false)
    await app.db.run(`update users set seller_id = $1 where role = 'seller'`, [sellers[0]?.id])
    const own = await call('seller', 'GET', url(0))
    t.equal(own.status, 200, own.body.error)
    t.same(Object.keys(own.body.more), ['run_id'])
    t.equal(await valid(own.body), true)
    const { payload } = await app.inject({
      url: `/api/transparency/certificates?from=${MONTH}&to=${MONTH}`,
      headers: { 'x-user-id': String(user.viewer.id) },
    })
    t.same(JSON.parse(payload.split('\n')[1] ?? '').more, whole.more)
  })

  await t.test('what is changed of it past the service is named', async (t) => {
    await app.db.run(
      `create table kept_score as select * from monthly_scores where seller_id = ${sellers[0]?.id}`,
    )
    for (const [name, value] of [
      ['am_id', 'null'],
      ['orders', 'orders + 1'],
      ['run_id', 'run_id + 1'],
      ['reviewed_by', `'Bo'`],
      ['reviewed_by', 'null'],
      ['notes', `notes || '.'`],
    ]) {
      await change(0, `${name} = ${value}`)
      const named = [new RegExp(`^${code} ${MONTH} revision 1 \\(.*${name}`)]
      t.match((await checkLog(app)).findings, [{ named }])
      await app.db.run(
        `update monthly_scores m set ${name} = k.${name} from kept_score k where m.seller_id = k.seller_id`,
      )
    }
    t.same((await checkLog(app)).findings, [])
  })

  await t.test('leaves of version 1 stand beside it, and say what they said', async (t) => {
    await finalize(2)
    t.equal(await certifyScores(app), 1)
    const { more: _, am_id: __, orders: ___, ...said } = JSON.parse((await leavesOf(app))[2]?.statement ?? '')
    const text = statementText({ ...said, v: 1 })
    await withoutTriggers(
      app,
      'delete from log_leaves where index = 2',
      'delete from log_nodes where index >= 2',
      'delete from log_checkpoints where size > 2',
    )
    await writeLeaf(app, { seller_id: sellers[2]?.id ?? 0, period: MONTH, revision: 1 }, text)
    t.same((await checkLog(app)).findings, [])
    const old = await certificate('viewer', 2)
    t.same(Object.keys(old), ['format', 'statement', 'inputs', 'rules', 'explanation', 'proof'])
    t.equal(await valid(old), true)
    await change(2, 'total_sos = total_sos + 1')
    t.match((await checkLog(app)).findings, [{ finding: 'score_changed', count: 1 }])
    await change(2, 'total_sos = total_sos - 1')
  })

  const holder = await clientOf(t, DATABASE_URL)
  /** Certifies, and does something after the scores were read and before the leaves are written. */
  const certifyWhile = async (between: () => Promise<unknown>) => {
    await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('transparency log scores', 0))`)
    const certified = certifyScores(app)
    const waits = `select from pg_locks where locktype = 'advisory' and not granted and database =
      (select oid from pg_database where datname = current_database())`
    const waiting = async () => (await app.db.rows(waits)).length
    await eventually(async () => (await waiting()) >= 1)
    let isOver = false
    const done = between().finally(() => (isOver = true))
    done.catch(() => {}) // it is awaited below
    await eventually(async () => isOver || (await waiting()) >= 2)
    await holder.query('commit')
    await done
    return certified
  }

  await t.test('a score that is changed while it is certified has the leaf of what it was', async (t) => {
    await finalize(3)
    const before = 'select total_sos from monthly_scores where seller_id = $1'
    const total_sos = await app.db.value(before, [sellers[3]?.id])
    t.equal(await certifyWhile(() => change(3, 'total_sos = 97.5')), 1)
    t.equal((await statementOf(3)).total_sos, total_sos)
    t.match((await checkLog(app)).findings, [{ finding: 'score_changed', count: 1 }])
    await change(3, `total_sos = ${total_sos}`)
  })

  await t.test('one whose notes are changed meanwhile is read again', async (t) => {
    await finalize(4)
    t.equal(await certifyWhile(() => change(4, `notes = 'Changed'`)), 0)
    t.equal(await certifyScores(app), 1)
    t.match(said((await certificate('viewer', 4)).more).at(-1), ['notes', 'Changed'])
  })

  await t.test('a person who is erased is in no leaf any more, also while it is made', async (t) => {
    await finalize(5)
    const kept = await certificate()
    const added = await certifyWhile(async () => {
      const { status } = await call('bod', 'POST', `/api/users/${person}/erase`)
      t.equal(status, 200)
    })
    await certifyScores(app)
    t.ok(added <= 1)
    t.equal((await app.db.rows('select from log_leaves where index <> 2')).length, 5)
    t.equal((await app.db.rows(`select from monthly_scores where reviewed_by = 'erased'`)).length, 6)
    t.same((await checkLog(app)).findings, [])
    const erased = await certificate()
    t.same(Object.keys(erased.more), ['run_id'])
    t.equal(await valid(erased), true)
    t.equal(await valid(kept), true, 'who has kept the name can show it')
    const left = 'select from log_leaves where index < 5 and salt is not null and length(salt) > 0'
    t.same(await app.db.rows(left), [])
    await change(0, `reviewed_by = 'Bo'`)
    t.match((await checkLog(app)).findings, [{ finding: 'score_changed', count: 1 }], 'nobody else gets in')
  })
})

t.test('who is erased while their score is certified or compared makes no other score of it', async (t) => {
  const test = await testApp(t)
  const { app, call } = test
  const sellers = await sellersWithFacts(app, 4)
  await calculateAlone(t, test)
  /** Makes a reviewer, who finalizes the score of a seller. */
  const reviewed = async (n: number) => {
    const reviewed_by = `reviewer${n}`
    const person = await makeAccount(test, reviewed_by)
    const of = `seller_id = ${sellers[n]?.id}`
    const id = await app.db.value<number>(`select id from monthly_scores where ${of}`)
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, { reviewed_by })).status, 200)
    return { person, of }
  }
  await t.test('while the leaf is written', async (t) => {
    const { person, of } = await reviewed(2)
    const erase = async () => (await call('bod', 'POST', `/api/users/${person}/erase`)).status
    t.same(await overlapping(t, app.db, 'log_checkpoints', [() => certifyScores(app), erase]), [1, 200])
    t.same(await app.db.rows(`select salt from log_leaves where ${of}`), [{ salt: null }])
  })
  for (const [n, seller] of sellers.slice(0, 2).entries())
    await t.test(n === 0 ? 'with a certificate' : 'at night', async (t) => {
      const { person, of } = await reviewed(n)
      t.equal(await certifyScores(app), 1)
      const url = `/api/sos/sellers/${seller.seller_code}/score/certificate`
      const { body: certificate } = await call('viewer', 'GET', url)
      let status: number | undefined
      const lane = n === 0 ? app.db : app.db.bulk
      const { rows } = lane
      /** Erases the person once the leaf is read, and before its score is. */
      const value = async (...asked: Parameters<typeof rows>) => {
        const found = await rows(...asked)
        if (String(asked[0]).includes('from log_leaves where index'))
          status ??= (await call('bod', 'POST', `/api/users/${person}/erase`)).status
        return found
      }
      t.intercept(lane, 'rows', { value })
      if (n > 0) t.same((await checkLog(app)).findings, [])
      else t.match((await call('viewer', 'POST', '/api/sos/verify', certificate)).body, { valid: true })
      t.equal(status, 200)
      t.equal(await app.db.value(`select reviewed_by from monthly_scores where ${of}`), 'erased')
    })
  await t.test('while the next revision is written', async (t) => {
    const { person, of } = await reviewed(3)
    const writer = await clientOf(t, app.db.connectionString)
    await writer.query(`
      begin;
      insert into score_revisions (seller_id, period, revision, score)
      select seller_id, period, revision, to_jsonb(m) from monthly_scores m where ${of};
      update monthly_scores set revision = 2 where ${of}`)
    const erased = call('bod', 'POST', `/api/users/${person}/erase`)
    await eventually(async () => (await waiters(app.db, 'reviewed_by')) > 0)
    await writer.query('commit')
    t.equal((await erased).status, 200)
    t.equal(await app.db.value(`select score ->> 'reviewed_by' from score_revisions where ${of}`), 'erased')
  })
})
