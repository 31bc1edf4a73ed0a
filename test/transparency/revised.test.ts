import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { PERIOD, scoredMonth } from '../appeals/scored-month.ts'
import { leavesCome } from './setup.ts'

type Check = { check: string; ok: boolean | null; sentence: string }

t.test('a later revision is a leaf of its own', async (t) => {
  const { app, done, reviewed, decide, score } = await scoredMonth(t)
  await done('bod', 'PATCH', `/api/sos/monthly/${(await score()).id}/finalize`, { notes: 'Closed' })
  await leavesCome(app, 1)
  const url = `/api/sos/sellers/S-1/score/certificate?period=${PERIOD}`
  const first = await done('bod', 'GET', url)
  const decided = await decide(await reviewed(), {
    decision: 'approve',
    notes: 'Confirmed by the carrier',
    reviewed_by: 'Ada Marsh',
    score_adjustment: { o_score_raw_after: 100 },
  })
  t.equal(decided.status, 200, JSON.stringify(decided.body))
  const leaves = await leavesCome(app, 2)
  const statements = leaves.map(({ statement }) => JSON.parse(statement))
  t.match(statements, [
    { revision: 1, total_sos: 82.5 },
    { revision: 2, total_sos: 94.75 },
  ])
  t.notMatch(JSON.stringify(statements), 'Marsh')
  const verify = async (certificate: object) => {
    const { valid, checks, current_revision } = await done('bod', 'POST', '/api/sos/verify', certificate)
    const said = (name: string) => checks.find(({ check }: Check) => check === name).sentence
    return { valid, current_revision, said }
  }

  await t.test('the certificate of the older one verifies, and says that there is a newer one', async (t) => {
    const { valid, current_revision, said } = await verify(first)
    t.same([valid, current_revision], [true, 2])
    t.match(said('stored'), 'revision 2 has replaced it since')
    const again = await done('bod', 'GET', `${url}&revision=1`)
    t.equal(again.statement, first.statement)
    t.equal((await verify(again)).valid, true)
  })

  await t.test('that of the newer one comes out with its appeal', async (t) => {
    const { valid, current_revision, said } = await verify(await done('bod', 'GET', url))
    t.same([valid, current_revision], [true, 2])
    t.match(
      said('recomputed'),
      'the total 94.75, the tier Platinum and the explanation, to the byte, after an appeal',
    )
    t.match(said('stored'), 'and no newer one')
  })

  await t.test('the nightly check finds both as they were', async (t) => {
    t.same((await checkLog(app)).findings, [])
    await app.db.run(`update score_revisions set score = jsonb_set(score, '{t_score_raw}', '1')`)
    t.match((await checkLog(app)).findings, [{ named: [`S-1 ${PERIOD} revision 1 (t_score_raw)`] }])
  })
})
