import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { fromBase64 } from '../../src/transparency/bytes.ts'
import { verifyConsistency } from '../../src/transparency/log/merkle.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { finalMonth, head, leavesCome, leavesOf, MONTH, sellersWithFacts, withoutTriggers } from './setup.ts'

type Check = { check: string; ok: boolean | null; sentence: string }

t.test('who changes a final score is found out', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const sellers = await sellersWithFacts(app, 3)
  await finalMonth(call)
  await leavesCome(app, 3)
  const { id, seller_code: code } = sellers[1] ?? { id: 0, seller_code: '' }
  const certificate = (await call('viewer', 'GET', `/api/sos/sellers/${code}/score/certificate`)).body
  const kept = await head(app)
  const verify = async (given = certificate) => {
    const { status, body } = await call('warehouse', 'POST', '/api/sos/verify', given)
    t.equal(status, 200, JSON.stringify(body))
    const failed = (body.checks as Check[]).filter(({ ok }) => ok === false).map(({ check }) => check)
    return { ...body, failed }
  }
  const mismatches = async () =>
    (await call('bod', 'GET', '/api/events?type=transparency.mismatch')).body.data.map(
      ({ data }: { data: { finding: string; named: string[] } }) => [data.finding, ...data.named],
    )

  t.test('an untouched one verifies in every check', async (t) => {
    const { valid, checks, current_revision } = await verify()
    const names = ['signature', 'inclusion', 'texts', 'recomputed', 'engine', 'stored', 'consistent']
    const all = names.map((check) => ({ check, ok: true }))
    t.match(checks, all)
    t.same([valid, current_revision], [true, 1])
    const { findings, leaves } = await checkLog(app)
    t.same([findings, leaves.scores], [[], 3])
    const { body } = await call('viewer', 'GET', '/api/transparency/audit')
    t.match(body, { checked_at: String, leaves: { scores: 3 }, findings: [] })
  })

  t.test('what is no certificate is a 400', async (t) => {
    const { status, headers } = await call('seller', 'POST', '/api/sos/verify', { ...certificate, proof: 7 })
    t.same([status, headers['x-error-code']], [200, undefined], 'a number is a text, and no proof')
    for (const body of [{}, { ...certificate, format: 'other' }, { ...certificate, more: 1 }, []])
      t.equal((await call('viewer', 'POST', '/api/sos/verify', body)).status, 400)
    t.equal((await call(null, 'POST', '/api/sos/verify', certificate)).status, 401)
  })

  t.test('a changed certificate fails the check of what was changed', async (t) => {
    const statement = certificate.statement.replace('"revision":1', '"revision":2')
    t.same((await verify({ ...certificate, inputs: `${certificate.inputs} ` })).failed.slice(0, 1), ['texts'])
    t.ok((await verify({ ...certificate, statement })).failed.includes('inclusion'))
    t.ok((await verify({ ...certificate, statement })).failed.includes('stored'))
    t.equal((await verify({ ...certificate, statement })).current_revision, null, 'says nothing of the score')
  })

  t.test('a total changed by SQL fails `stored`, and the nightly check names it once a day', async (t) => {
    await app.db.run('update monthly_scores set total_sos = total_sos + 0.01 where seller_id = $1', [id])
    const { failed, valid, checks } = await verify()
    t.same([failed, valid], [['stored'], false])
    t.match(checks.find(({ check }: Check) => check === 'stored').sentence, 'total_sos')
    const named = `${code} ${MONTH} revision 1 (total_sos)`
    t.match((await checkLog(app)).findings, [{ finding: 'score_changed', count: 1, named: [named] }])
    await checkLog(app)
    await eventually(async () => (await mismatches()).length > 0)
    t.same(await mismatches(), [['score_changed', named]])
    t.match(await app.metrics.text(), /sos_log_findings/)
    await app.db.run('update monthly_scores set total_sos = total_sos - 0.01 where seller_id = $1', [id])
    t.same((await checkLog(app)).findings, [])
    t.equal((await verify()).valid, true)
  })

  t.test('so does any other number that the score shows', async (t) => {
    await app.db.run('create table kept_score as select * from monthly_scores where seller_id = $1', [id])
    for (const change of ['o_score_raw = o_score_raw + 1', `tier_color = '#000000'`]) {
      await app.db.run(`update monthly_scores set ${change} where seller_id = $1`, [id])
      const { failed, checks } = await verify()
      t.same(failed, ['stored'], change)
      const [name = ''] = change.split(' ')
      t.match(checks.find(({ check }: Check) => check === 'stored').sentence, name)
      t.match((await checkLog(app)).findings, [{ finding: 'score_changed', count: 1 }])
      await app.db.run(
        `update monthly_scores m set ${name} = k.${name} from kept_score k where m.seller_id = k.seller_id`,
      )
    }
    t.equal((await verify()).valid, true)
  })

  t.test('the log takes no change while its triggers are there', async (t) => {
    for (const table of ['log_leaves', 'log_nodes', 'log_checkpoints'])
      for (const change of [`delete from ${table}`, `truncate ${table}`])
        await t.rejects(app.db.pool.query(change), /takes new rows only/, change)
  })

  t.test('a leaf or a hash that is changed with the triggers off is named', async (t) => {
    await withoutTriggers(
      app,
      `update log_leaves set statement = replace(statement, '"v":2', '"v":1') where index = 0`,
    )
    const { findings } = await checkLog(app)
    t.match(findings, [{ finding: 'score_changed' }, { finding: 'leaf_changed' }])
    await withoutTriggers(
      app,
      `update log_leaves set statement = replace(statement, '"v":1', '"v":2') where index = 0`,
    )
    await withoutTriggers(app, `update log_nodes set hash = sha256(hash) where level = 1`)
    const again = (await checkLog(app)).findings
    t.match(again, [{ finding: 'node_changed' }, { finding: 'checkpoint_differs' }])
  })

  t.test('a leaf far beyond the others is named, and keeps the check from nothing', async (t) => {
    const far = Number.MAX_SAFE_INTEGER - 1
    await app.db.run(
      `insert into log_leaves (index, seller_id, period, revision, statement, leaf_hash)
       values (${far}, ${id}, '2020-01', 1, '{}', 'x')`,
    )
    const { findings } = await checkLog(app)
    t.match(
      findings.filter(({ finding }) => finding === 'leaf_changed').map(({ named }) => named),
      [[`index ${far}`]],
    )
    await withoutTriggers(app, `delete from log_leaves where index = ${far}`)
  })

  t.test('a log that lacks a hash says so where it is needed', async (t) => {
    await withoutTriggers(app, `delete from log_nodes where level = 1`)
    for (const path of [
      '/api/transparency/inclusion/2',
      `/api/transparency/certificates?from=${MONTH}&to=${MONTH}`,
      `/api/sos/sellers/${sellers[2]?.seller_code}/score/certificate`,
    ]) {
      const { status, headers, body } = await call('viewer', 'GET', path)
      t.same([status, headers['x-error-code']], [503, 'log_damaged'], path)
      t.match(body.error, 'no hash at level 1, index 0')
    }
    t.equal((await call('viewer', 'GET', '/api/transparency/inclusion/0')).status, 200)
  })

  t.test('a log that is rebuilt over the change has other heads than the one that was kept', async (t) => {
    await withoutTriggers(
      app,
      'delete from log_leaves',
      'delete from log_nodes',
      'delete from log_checkpoints',
      `update monthly_scores set total_sos = 99.99 where seller_id = ${id}`,
    )
    t.equal(await certifyScores(app), 2, 'what does not come out gets no leaf')
    t.match((await checkLog(app)).findings, [{ finding: 'score_refused', count: 1 }])
    await app.db.run(
      `update monthly_scores m set total_sos = k.total_sos, finalized_at = m.finalized_at - interval '1 day'
       from kept_score k where m.seller_id = k.seller_id`,
    )
    t.equal(await certifyScores(app), 1, 'what is the service’s word alone does')
    t.same((await checkLog(app)).findings, [], 'by itself it is whole again')
    const { failed } = await verify()
    t.same(failed, ['stored', 'consistent'])
    const now = await head(app)
    t.equal(now.size, kept.size)
    t.equal(verifyConsistency(kept.size, now.size, kept.root, now.root, []), false)
  })

  t.test('an older backup has fewer leaves than the kept head', async (t) => {
    await withoutTriggers(
      app,
      'delete from log_leaves where index >= 2',
      'delete from log_nodes where (level > 1 or index >= 2 or level = 1 and index > 0)',
      'delete from log_checkpoints',
    )
    t.equal((await leavesOf(app)).length, 2)
    const { failed, checks } = await verify()
    t.ok(failed.includes('consistent'))
    t.match(checks.at(-1).sentence, 'has 2 leaves, and had 3')
    const { status } = await call(null, 'GET', `/api/transparency/consistency?from=${kept.size}`)
    t.equal(status, 400)
    const { body } = await call(null, 'GET', '/api/transparency/consistency?from=1&to=2')
    t.equal(body.proof.length, 1)
    t.equal(fromBase64(body.proof[0])?.length, 32)
  })
})
