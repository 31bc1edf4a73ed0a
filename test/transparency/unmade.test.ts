import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { tools } from '../corrections/setup.ts'
import { testApp } from '../setup/app.ts'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { leavesOf, MONTH, sellerWithFacts } from './setup.ts'

// Scores whose numbers all come out, and which nobody has made final or revised: the audit log has no row of it.

const of = `seller_id = $1 and period = '${MONTH}'`
const BY_HAND = `update monthly_scores set status = 'final', finalized_at = now() where ${of}`
const asRevision = (revision: number) => [
  `delete from score_revisions where ${of}`,
  `delete from score_explanations e where ${of}
     and revision < (select m.revision from monthly_scores m where (m.seller_id, m.period) = (e.seller_id, e.period))`,
  `update score_explanations set revision = ${revision} where ${of}`,
  `update monthly_scores set revision = ${revision} where ${of}`,
]

/** What is done by SQL to a score, by how many appeals it was revised before, and the sentence that names it. */
const UNMADE: Record<string, { appeals: number; before?: string[]; after?: string[]; said: RegExp }> = {
  'a revised draft that is made final by hand': {
    ...{ appeals: 1, before: [BY_HAND], said: /does not say that it was made final/ },
  },
  'a draft that is made final by hand after two appeals': {
    ...{ appeals: 2, before: [BY_HAND], said: /does not say that it was made final/ },
  },
  'a draft that is made final by hand': {
    ...{ appeals: 0, before: [BY_HAND], said: /its explanation is missing/ },
  },
  'an earlier revision that is said to have been final': {
    appeals: 1,
    after: [
      `update score_revisions set score = score || '{"status":"final","finalized_at":"2026-04-01T00:00:00+00:00"}'
       where ${of}`,
    ],
    said: /does not say that it was made final/,
  },
  'an appeal that nobody has decided': {
    ...{ appeals: 1, before: asRevision(1), said: /tells of 1 appeal, and it is revision 1/ },
  },
  'two appeals where there was one': {
    ...{ appeals: 2, before: asRevision(2), said: /tells of 2 appeals, and it is revision 2/ },
  },
  'a revision that there was not': {
    ...{ appeals: 1, before: asRevision(7), said: /does not say how it came to revision 7/ },
  },
}

t.test('a final score is signed when the audit log says who has made it', async (t) => {
  const service = await testApp(t)
  const { app, call, DATABASE_URL } = service
  const { done, finalize } = tools(service)
  const worker = await testApp(t, { WORKER: 'on', DATABASE_URL })
  const ways = Object.entries(UNMADE)
  const sellers: Awaited<ReturnType<typeof sellerWithFacts>>[] = []
  for (let n = 0; n < ways.length + 2; n++) sellers.push(await sellerWithFacts(app))
  await done('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })
  await worker.app.close() // from here on nobody certifies by itself

  const appeal = (seller_code: string, o_score_raw_after: number) =>
    approvedAppeal({ done }, { seller_code, period: MONTH }, { o_score_raw_after })
  async function run(statements: string[] = [], n: number) {
    for (const sql of statements) await app.db.pool.query(sql, [sellers[n]?.id])
  }

  for (const [n, [, { appeals, before }]] of ways.entries()) {
    for (let made = 0; made < appeals; made++) await appeal(sellers[n]?.seller_code ?? '', 90 + made)
    await run(before, n)
  }
  const [plain, revised] = sellers.slice(-2)
  await appeal(revised?.seller_code ?? '', 91)
  await finalize(MONTH)
  for (const [n, [, { after }]] of ways.entries()) await run(after, n)
  await appeal(revised?.seller_code ?? '', 95)
  await certifyScores(app)

  t.test('by the service: each has its leaf, and so has each final revision', async (t) => {
    const leaves = (await leavesOf(app)).map(({ seller_id, revision }) => [seller_id, revision])
    const earlier = ways.findIndex(([name]) => name.startsWith('an earlier revision'))
    t.same(
      leaves.toSorted(),
      [
        [sellers[earlier]?.id, 2],
        [plain?.id, 1],
        [revised?.id, 2],
        [revised?.id, 3],
      ].toSorted(),
    )
  })

  t.test('others are named by the nightly check', async (t) => {
    const { findings } = await checkLog(app)
    t.match(
      findings.map(({ finding, count }) => [finding, count]),
      [['score_refused', ways.length]],
    )
  })

  for (const [n, [name, { said }]] of ways.entries())
    t.test(`and have a certificate that says why there is none: ${name}`, async (t) => {
      const revision = name.startsWith('an earlier revision') ? '&revision=1' : ''
      const url = `/api/sos/sellers/${sellers[n]?.seller_code}/score/certificate?period=${MONTH}${revision}`
      const { status, headers, body } = await call('viewer', 'GET', url)
      t.same([status, headers['x-error-code']], [409, 'score_refused'], body.error)
      t.match(body.error, said)
    })
})
