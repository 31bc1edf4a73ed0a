import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { readForJudge } from '../../plugins/transparency/scores/read-scores.ts'
import { restatable, textsOf } from '../../plugins/transparency/tasks/final-score.ts'
import { engine } from '../../src/domain/scores/engine.ts'
import { trustedKeys } from '../../src/domain/transparency/log-keys.ts'
import { formatVerifierKey, type VerifierKey } from '../../src/transparency/log/note.ts'
import { statementText } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { settled } from '../setup/settled.ts'
import { overlapping } from '../setup/waiters.ts'
import { verifyFiles } from '../verify/verify-files.ts'
import { calculateAlone, leavesOf, MONTH, sellersWithFacts, writeLeaf } from './setup.ts'

/** Ways to make or change a final score past the service; `of` is its row, `it` what is kept of it. */
const of = `seller_id = $1 and period = '${MONTH}'`
const kept = (set: string) => `update score_explanations set ${set} where ${of}`
const row = (set: string) => `update monthly_scores set ${set} where ${of}`
const FINAL = `status = 'final', finalized_at = now()`
const BY_HAND = row(FINAL)
/** A run of its own like that of the score, changed. */
const ownRun = (columns: string, values: string, also = '', as_of = 'as_of') => `
  with made as (
    insert into scoring_runs (period, status, created_at, month_start, as_of, as_of_date, ${columns})
    select period, status, created_at, month_start, ${as_of}, as_of_date, ${values} from scoring_runs
    where period = '${MONTH}' order by id limit 1
    returning id
  ), shown as (update monthly_scores set run_id = (select id from made) ${also} where ${of})
  update score_explanations set run_id = (select id from made) where ${of}`

/** A draft that is made final by hand, and the sentence that names it. */
const DRAFTS: Record<string, [sql: string, said: RegExp]> = {
  'another total': [row(`${FINAL}, total_sos = 97.5`), /its explanation is missing/],
  'no other number': [BY_HAND, /its explanation is missing/],
  'an instant to come': [row(`${FINAL} + interval '1 year'`), /its explanation is missing/],
  'no trace of its making': [
    `with gone as (delete from score_explanations where ${of}) ${BY_HAND}`,
    /there is no run that has made it/,
  ],
}

/** What an earlier revision may say of when it became final. */
const NO_INSTANTS = ['2026-02-31T00:00:00+00', '2026-02-01T00:00:00+99:99', 'infinity', 'soon']

/** A score that the service has made final, changed before it has its leaf. */
const FINALS: Record<string, [sql: string, said: RegExp]> = {
  ...Object.fromEntries(
    [
      'total_sos = total_sos + 1',
      `tier_name = 'Diamond'`,
      'tier_rank = tier_rank + 1',
      `tier_color = '#000000'`,
      `tier_benefits = 'Everything is free'`,
      ...['p', 'o', 't', 'f', 'i'].flatMap((c) => [
        `${c}_score_raw = ${c}_score_raw / 2 + 1`,
        `${c}_score_weighted = ${c}_score_weighted / 2 + 1`,
      ]),
      'previous_sos = 1',
      'delta_sos = 1',
      `direction = 'up'`,
      'is_rated = not is_rated',
      'is_grace_period = not is_grace_period',
      `imputed = array_append(imputed, 'i_score')`,
      `unrated_reason = 'other'`,
      `unrated_metric = 'other'`,
      `top_opportunity = case top_opportunity when 'i_score' then 'o_score' else 'i_score' end`,
      'orders = orders + 1000',
      'run_id = run_id + 1000',
    ].map((set): [string, [string, RegExp]] => {
      const [name = ''] = set.split(' ')
      return [set, [row(set), new RegExp(name === 'tier_name' ? 'tier is' : name)]]
    }),
  ),
  'inputs removed': [kept('inputs = null'), /its inputs are missing/],
  'inputs changed': [kept(`inputs = replace(inputs, '"orders":"3"', '"orders":"300"')`), /comes? out|is not/],
  'inputs that are no JSON': [kept(`inputs = '{"aggregates":'`), /inputs/],
  'inputs without their sums': [kept(`inputs = '{"aggregates":null}'`), /inputs/],
  'sums that are none': [kept(`inputs = '{"aggregates":{"orders":"many"}}'`), /inputs/],
  'inputs that are none': [kept(`inputs = '{"aggregates":{"orders":{"toString":1}}}'`), /inputs/],
  'explanation removed': [kept('explanation = null'), /its explanation is missing/],
  'explanation changed': [
    kept(`explanation = jsonb_set(explanation::jsonb, '{grace,days}', '7')::json`),
    /explanation\.grace\.days/,
  ],
  'total and explanation changed': [
    `with shown as (update monthly_scores set total_sos = 99 where ${of})
     ${kept(`explanation = jsonb_set(explanation::jsonb, '{total,after}', '99')::json`)}`,
    /total_sos is 99 .* comes out/,
  ],
  'run lost': [kept('run_id = 999999'), /no run that has made it/],
  'rules of another run': [
    ownRun('engine, rules', `engine, jsonb_set(rules, '{score-weights,0,p_score}', '80')`),
    /score-weights/,
  ],
  'rules that are none': [ownRun('engine, rules', `engine, '"none"'`), /rules/],
  'a run at no instant': [ownRun('engine, rules', 'engine, rules', '', `'infinity'`), /as_of/],
  'final at no instant': [row(`finalized_at = 'infinity'`), /finalized_at/],
  'final before any year': [row(`finalized_at = '0044-03-15 BC'`), /finalized_at/],
  'another engine, and another total': [
    ownRun('engine, rules', `repeat('e', 64), rules`, ', total_sos = 99'),
    /total_sos is 99 .* comes out/,
  ],
  'its inputs gone, and another run': [
    `with shown as (update monthly_scores set total_sos = 99 where ${of}), made as (
       insert into scoring_runs (period, status, month_start, as_of, as_of_date, rules, created_at)
       select period, status, month_start, as_of, as_of_date, rules, now() + interval '2 days' from scoring_runs
       where period = '${MONTH}' order by id limit 1 returning id
     ) ${kept('inputs = null, run_id = (select id from made)')}`,
    /its inputs are missing/,
  ],
  'the good inputs of another seller': [
    `with good as (
       select e.inputs, e.explanation, m.* from score_explanations e join monthly_scores m using (seller_id, period)
       where period = '${MONTH}' and seller_id <> $1 and status = 'final' and m.revision = 1 order by total_sos desc, seller_id limit 1
     ), shown as (
       update monthly_scores m set total_sos = good.total_sos, tier_name = good.tier_name from good
       where m.seller_id = $1 and m.period = '${MONTH}'
     )
     update score_explanations e set inputs = good.inputs, explanation = good.explanation from good
     where e.seller_id = $1 and e.period = '${MONTH}'`,
    /another seller/,
  ],
}

const asRevision = (revision: number) => [
  `delete from score_revisions where ${of}`,
  `delete from score_explanations e where ${of}
     and revision < (select m.revision from monthly_scores m where (m.seller_id, m.period) = (e.seller_id, e.period))`,
  `update score_explanations set revision = ${revision} where ${of}`,
  `update monthly_scores set revision = ${revision} where ${of}`,
]

/**
 * Scores whose numbers all come out, and which nobody has made final or revised: the audit log has no row of it. What is
 * done by SQL to a score, by how many appeals it was revised before, and the sentence that names it.
 */
const UNMADE: Record<string, { appeals: number; before?: string[]; after?: string[]; said: RegExp }> = {
  'a revised draft that is made final by hand': {
    ...{ appeals: 1, before: [BY_HAND], said: /does not say that it was made final/ },
  },
  'a draft that is made final by hand after two appeals': {
    ...{ appeals: 2, before: [BY_HAND], said: /does not say that it was made final/ },
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

t.test('a final score that the service has not made', async (t) => {
  const service = await testApp(t)
  const { app, call, done, user } = service
  const forged = [...Object.entries(DRAFTS), ...Object.entries(FINALS)]
  const unmade = Object.entries(UNMADE)
  const sellers = await sellersWithFacts(app, forged.length + unmade.length + 2)
  const [revised, sound] = sellers.slice(-2)
  const appeal = (n: number, o_score_raw_after: number) => {
    const against = { seller_code: sellers.at(n)?.seller_code ?? '', period: MONTH }
    return approvedAppeal({ done }, against, { o_score_raw_after })
  }
  const run = async (n: number, statements: string[] = []) => {
    for (const sql of statements) await app.db.pool.query(sql, [sellers[n]?.id])
  }
  const forge = async (ways: Record<string, [sql: string, said: RegExp]>, from: number) => {
    for (const [n, [sql]] of Object.values(ways).entries()) await run(from + n, [sql])
  }
  await calculateAlone(t, service)
  for (const [n, [, { appeals, before }]] of unmade.entries()) {
    for (let made = 0; made < appeals; made++) await appeal(forged.length + n, 90 + made)
    await run(forged.length + n, before)
  }
  await appeal(-2, 91)
  await forge(DRAFTS, 0)
  const { body } = await call('bod', 'POST', '/api/sos/monthly/finalize', { period: MONTH })
  t.equal(body.finalized, Object.keys(FINALS).length + 6)
  await forge(FINALS, Object.keys(DRAFTS).length)
  await app.db.pool.query(ownRun('engine, rules', `repeat('e', 64), rules`), [sound?.id])
  for (const [n, [, { after }]] of unmade.entries()) await run(forged.length + n, after)
  await appeal(-2, 95)
  for (const [n, finalized_at] of NO_INSTANTS.entries())
    await app.db.rows(
      'insert into score_revisions (seller_id, period, revision, score) values ($1, $2, $3, $4)',
      [...[sound?.id, '2026-02', -n], { status: 'final', finalized_at }],
    )
  const named = forged.length + NO_INSTANTS.length + unmade.length
  t.equal(await certifyScores(app), 4)

  t.test('gets no leaf, and those beside it get theirs', async (t) => {
    const leaves = await leavesOf(app)
    const earlier = unmade.findIndex(([name]) => name.startsWith('an earlier revision'))
    t.same(
      leaves.map(({ seller_id, revision }) => [seller_id, revision]).toSorted(),
      [
        [sellers[forged.length + earlier]?.id, 2],
        [revised?.id, 2],
        [revised?.id, 3],
        [sound?.id, 1],
      ].toSorted(),
    )
    const { statement = '' } = leaves.find(({ seller_id }) => seller_id === sound?.id) ?? {}
    t.equal(JSON.parse(statement).engine, engine(), 'the engine here comes to it, whichever has made it')
    t.equal(await certifyScores(app), 0, 'however often it is tried')
  })

  t.test('is named at once, and by the nightly check, each with why', async (t) => {
    const refusal = async () => {
      const { body } = await call('viewer', 'GET', '/api/transparency/audit')
      return body.findings.find(({ finding }: { finding: string }) => finding === 'score_refused')
    }
    t.match(await refusal(), { count: named })
    await certifyScores(app, MONTH)
    t.match(await refusal(), { count: named }, 'those of another month, too')
    await certifyScores(app)
    await settled(app)
    const { body } = await call('bod', 'GET', '/api/events?type=transparency.mismatch')
    t.match(body.data, [{ data: { finding: 'score_refused', count: named } }], 'once')
    const { findings } = await checkLog(app)
    t.match(findings, [{ finding: 'score_refused', count: named }])
    t.match(await refusal(), { count: named })
  })

  t.test('is said once by two who find it at once', async (t) => {
    const said = () => app.db.rows(`select from events where type = 'transparency.mismatch'`)
    const before = (await said()).length
    await app.db.run(`delete from service_state where key = 'transparency:audit'`)
    await overlapping(t, app.db, 'events', [() => certifyScores(app), () => certifyScores(app)])
    t.equal((await said()).length, before + 1)
  })

  t.test('fails the year that it is missing from', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'forged-'))
    t.teardown(() => rm(folder, { recursive: true }))
    const year = join(folder, 'year.ndjson')
    const { payload } = await app.inject({
      url: `/api/transparency/certificates?from=2026-01&to=2026-12`,
      headers: { 'x-user-id': String(user.viewer.id) },
    })
    await writeFile(year, payload)
    const key = formatVerifierKey(trustedKeys(app.logKeys)[0] as VerifierKey)
    const { status, lines } = await verifyFiles(year, '--key', key)
    t.equal(status, 1)
    const said = `^Final scores that have no leaf in the log, .*: ${named}, as (S-\\d+ [^,]+, ){19}S-[^,]+\\.$`
    t.match(lines.at(-1), new RegExp(said))
  })

  const ways = [
    ...forged.map(([name, [, said]]) => [name, said] as const),
    ...unmade.map(([name, { said }]) => [name, said] as const),
  ]
  for (const [n, [name, said]] of ways.entries())
    t.test(`has a certificate that says so: ${name}`, async (t) => {
      const revision = name.startsWith('an earlier revision') ? '&revision=1' : ''
      const url = `/api/sos/sellers/${sellers[n]?.seller_code}/score/certificate?period=${MONTH}${revision}`
      const { status, headers, body } = await call('viewer', 'GET', url)
      t.same([status, headers['x-error-code']], [409, 'score_refused'], body.error)
      t.match(body.error, said)
      if (n < forged.length) t.match(body.error, 'does not come out of what is kept of it')
    })

  t.test('is named where its leaf was written by hand, too, whatever engine that names', async (t) => {
    for (const [way, by] of [
      ['total_sos = total_sos + 1', engine()],
      [`tier_name = 'Diamond'`, 'a'.repeat(64)],
    ] as const) {
      const n = forged.findIndex(([name]) => name === way)
      const key = { seller_id: sellers[n]?.id ?? 0, period: MONTH, revision: 1 }
      const [read] = await readForJudge(app.db, [key])
      if (!read) throw new Error('no score')
      const { score, rules } = read
      const said = { ...restatable(score, textsOf(score, rules)), engine: by, seller_code: score.seller_code }
      const text = statementText({ v: 1, ...said, facts: null })
      await writeLeaf(app, score, text)
    }
    const { findings } = await checkLog(app)
    const refuted = { count: 2, named: [/total_sos is .* comes out/, /tier is .* comes out/] }
    t.match(
      findings.find(({ finding }) => finding === 'leaf_refuted'),
      refuted,
    )
  })
})
