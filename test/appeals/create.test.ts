import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { bearer } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'
import { PERIOD, scoredMonth } from './scored-month.ts'

const month = await scoredMonth(t)
const { app, call, user, done, anAppeal, submit, score, events, audited, DATABASE_URL } = month
const appealOf = month.appeal
const post = (body: object, role: 'bod' | 'am' | 'admin' = 'bod') => call(role, 'POST', '/api/appeals', body)
const close = (id: number) =>
  app.db.run(`update appeals set status = 'rejected', open_key = null where id = $1`, [id])
const count = async () => (await done('bod', 'GET', '/api/appeals')).total

t.test('a wrong body answers 400 and makes nothing', async (t) => {
  const noAddress = 'must be a complete address that begins with https:// or http://.'
  const cases: [object, string][] = [
    [{ seller_code: undefined }, 'seller_code is required.'],
    [{ period: undefined }, 'period is required.'],
    [{ period: '2026-13' }, 'period must be a month such as 2026-01.'],
    [{ component_appealed: undefined }, 'component_appealed is required.'],
    [
      { component_appealed: 'x_score' },
      'component_appealed must be one of p_score, o_score, t_score, f_score, i_score.',
    ],
    [{ appeal_reason_type: undefined }, 'appeal_reason_type is required.'],
    [{ appeal_reason_type: '  ' }, 'appeal_reason_type is required.'],
    [{ appeal_reason_type: 'x'.repeat(65) }, 'appeal_reason_type must have at most 64 characters.'],
    [{ description: 'x'.repeat(5001) }, 'description must have at most 5000 characters.'],
    [{ evidence_urls: { url: 'https://example.com' } }, 'evidence_urls must be an array.'],
    [{ evidence_urls: ['https://example.com', 'javascript:alert(1)'] }, `evidence_urls[1] ${noAddress}`],
    [{ evidence_urls: ['http://'] }, `evidence_urls[0] ${noAddress}`],
    [
      { evidence_urls: ['https://example.com/our report.pdf'] },
      'evidence_urls[0] must hold no blank: write %20.',
    ],
    ...[
      'https://ada:secret@example.com/',
      'https:///ada:secret@example.com/',
      'HTTP:////ada@example.com',
    ].map((url): [object, string] => [
      { evidence_urls: [url] }, // as browsers read it, behind a user name
      'evidence_urls[0] must not hold a user name or password.',
    ]),
    [{ evidence_urls: Array(21).fill('https://example.com') }, 'evidence_urls must have at most 20 entries.'],
    [{ submitted_by_am_id: 999 }, 'submitted_by_am_id names no account manager: 999.'],
    [{ submitted_by_am_id: 'Ada' }, 'submitted_by_am_id must be a whole number.'],
    [
      { seller_code: 'S-2', submitted_by_am_id: undefined },
      'submitted_by_am_id is required: your role is not am, and S-2 has no account manager.',
    ],
  ]
  for (const [wrong, error] of cases) {
    const { status, body } = await post(anAppeal(wrong))
    t.same([status, body], [400, { error }])
  }
  const { status, body } = await post(anAppeal({ status: 'approved' }))
  t.match([status, body.error], [400, /^status is not a known field here; known are seller_code, /])
  t.equal(await count(), 0)
  t.equal((await score()).status, 'draft')
})

t.test('an unknown seller, or a month without a score, answers 404', async (t) => {
  t.same((await post(anAppeal({ seller_code: 'S-0' }))).body, { error: 'There is no seller S-0.' })
  const { status, body } = await post(anAppeal({ period: '2019-01' }))
  t.same([status, body], [404, { error: 'S-1 has no score of 2019-01.' }])
})

t.test('an appeal puts the draft under review, and is published and audited', async (t) => {
  const { submitted_by_am_id: _, ...body } = anAppeal()
  const { status, body: made } = await post(body, 'am')
  t.same([status, made], [200, { success: true, id: made.id }])
  const appeal = await appealOf(made.id)
  t.match(appeal, { status: 'pending', submitted_by_am_id: user.am.am_id, score_before: { total_sos: 82.5 } })

  t.match(await score(), { status: 'under_review', revision: 1, total_sos: 82.5 })
  t.equal((await score('S-2')).status, 'draft')

  const [event, ...more] = await events('appeal.submitted')
  t.same(more, [])
  const submitted = { id: made.id, seller_code: 'S-1', period: PERIOD, status: 'pending' }
  t.match(event?.data, { ...submitted, component_appealed: 'o_score' })
  for (const field of ['description', 'evidence_urls']) t.notOk(field in (event?.data ?? {}), field)

  t.match(await audited('appeal', made.id), [
    {
      action: 'appeal.submitted',
      user_id: user.am.id,
      after: { id: made.id, open_key: `${PERIOD}:o_score` },
    },
  ])
  t.match((await audited('monthly_score', appeal.score.id)).at(-1), {
    action: 'score.appealed',
    user_id: user.am.id,
    before: { status: 'draft' },
    after: { status: 'under_review', appeal_id: made.id },
  })
})

t.test('one open appeal per seller, month and component: another answers 409', async (t) => {
  for (const role of ['am', 'bod'] as const) {
    const error = `There is an open appeal against o_score of S-1 in ${PERIOD} already.`
    t.match(await post(anAppeal(), role), { status: 409, body: { error } })
  }
  t.equal((await post(anAppeal({ component_appealed: 't_score' }))).status, 200, 'another component')
  t.equal((await post(anAppeal({ seller_code: 'S-2' }), 'admin')).status, 200, 'another seller')
})

t.test('a final score stays final', async (t) => {
  const { id } = await score('S-2')
  await done('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`)
  const made = await submit({ seller_code: 'S-2', component_appealed: 'p_score' })
  t.equal((await score('S-2')).status, 'final')
  t.equal((await audited('monthly_score', id)).at(-1)?.action, 'score.finalized', 'and nothing new')
  t.equal((await appealOf(made)).score.status, 'final')
})

t.test('a seller that is terminated can appeal', async (t) => {
  await done('bod', 'PATCH', '/api/sellers/S-2', { status: 'terminated' })
  const appeal = await appealOf(await submit({ seller_code: 'S-2', component_appealed: 'f_score' }))
  t.match(appeal, { seller_code: 'S-2', component_appealed: 'f_score' })
})

t.test('of appeals that are made at once one is', async (t) => {
  const body = anAppeal({ component_appealed: 'p_score' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)))
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.id)
  const published = (await events('appeal.submitted')).map(({ data }) => data.id)
  t.equal(published.filter((id: number) => made.includes(id)).length, 1)
  const rows = `select from appeals where open_key = '${PERIOD}:p_score' and seller_id = 1`
  t.equal((await app.db.rows(rows)).length, 1)
})

t.test('the largest appeal makes an event below 20 kB', async (t) => {
  await done('bod', 'PATCH', '/api/sellers/S-2', { company_name: '€'.repeat(200) })
  await submit({
    seller_code: 'S-2',
    component_appealed: 'i_score',
    description: '€'.repeat(5000),
    evidence_urls: Array.from({ length: 20 }, (_, n) => `https://example.com/${n}/`.padEnd(2000, 'x')),
  })
  const data = (await events('appeal.submitted')).at(-1)?.data
  t.equal(data.component_appealed, 'i_score')
  t.ok(Buffer.byteLength(JSON.stringify(data)) < 20_000, `${Buffer.byteLength(JSON.stringify(data))} bytes`)
})

t.test('the account manager is the one named, else the caller, else the one of the seller', async (t) => {
  const other = await done('am_head', 'POST', '/api/sellers/am/create', { name: 'Other' })
  await done('bod', 'PATCH', '/api/sellers/S-2', { assigned_am_id: other.id })
  const submittedBy = async (role: 'bod' | 'am' | 'admin', more: object) => {
    const { id } = await done(role, 'POST', '/api/appeals', anAppeal(more))
    const { submitted_by_am_id } = await appealOf(id)
    await close(id)
    return submitted_by_am_id
  }
  await app.db.run(`update appeals set status = 'rejected', open_key = null`)
  t.equal(await submittedBy('bod', { submitted_by_am_id: other.id }), other.id)
  t.equal(await submittedBy('bod', { submitted_by_am_id: String(other.id) }), other.id)
  t.equal(await submittedBy('am', { submitted_by_am_id: undefined }), user.am.am_id)
  t.equal(await submittedBy('bod', { submitted_by_am_id: undefined }), user.am.am_id, 'of S-1')
  t.equal(await submittedBy('bod', { seller_code: 'S-2', submitted_by_am_id: null }), other.id, 'of S-2')
  await done('bod', 'PATCH', `/api/users/${user.admin.id}`, { am_id: user.am.am_id })
  const byAdmin = await submittedBy('admin', { seller_code: 'S-2', submitted_by_am_id: undefined })
  t.equal(byAdmin, other.id, 'of S-2, whoever the caller was')
})

t.test('a reason may be any word, and a caller who gives no description is warned', async (t) => {
  for (const [reason, stored, description] of [
    ['System Outage', 'system_outage', undefined],
    ['data-error', 'data_error', '  '],
    ['Strike at the port', 'Strike at the port', null],
  ]) {
    const given = { appeal_reason_type: reason, description, component_appealed: 'i_score' }
    const { id, warnings } = await done('bod', 'POST', '/api/appeals', anAppeal(given))
    t.match(warnings, [/^The appeal has no description/])
    t.match(await appealOf(id), { appeal_reason_type: stored, description: '' })
    await close(id)
  }
})

t.test('forms with one obvious meaning', async (t) => {
  const url = 'https://example.com/report.pdf'
  for (const [given, stored] of [
    [{ evidence_urls: url }, { evidence_urls: [url] }],
    [{ evidence_urls: [`${url}?x=1`, url] }, { evidence_urls: [`${url}?x=1`, url] }],
    [{ evidence_urls: null }, { evidence_urls: [] }],
    [{ component_appealed: 'I_SCORE' }, { component_appealed: 'i_score' }],
  ] as const) {
    const id = await submit({ component_appealed: 'i_score', ...given })
    t.match(await appealOf(id), stored)
    await close(id)
  }
})

t.test('a score of the running month can be appealed against', async (t) => {
  const period = shiftPeriod(PERIOD, 1)
  await done('bod', 'POST', '/api/sos/monthly/calculate', { period })
  await submit({ period })
  t.match(await done('bod', 'GET', `/api/appeals?period=${period}`), { data: [{ period }] })
})

const SHORT = ['x', 'see report', 'a b c d e f g h i', ' nine chars ', '€€€€€€€€€', '😀😀😀😀😀']
t.test('a description that is given has ten characters that are no blanks', async (t) => {
  const says = async (description: unknown, role: 'bod' | 'am' = 'bod') =>
    post(anAppeal({ description, component_appealed: 'i_score' }), role)
  for (const role of ['bod', 'am'] as const)
    for (const short of [...SHORT, `x${'\u200b\u2060\u3164'.repeat(4)}`]) {
      const { status, body } = await says(short, role)
      t.equal(status, 400, `${role}: ${short}`)
      t.equal(body.error, 'description must have at least 10 characters that are no blanks.')
    }
  t.match(await says(' '.repeat(12), 'am'), { status: 400, body: { error: /^description is required/ } })
  const empty = { status: 400, body: { error: 'description must not be empty.' } }
  t.match(await says('\u200b\u2060\u3164'.repeat(4)), empty)
  for (const long of ['0123456789', 'a b c d e f g h i j', '😀😀😀😀😀😀😀😀😀😀', 'המשלוח איחר מאוד']) {
    const { status, body } = await says(long)
    t.same([status, body.warnings], [200, undefined], long)
    await close(body.id)
  }
})

t.test('an account manager says what was wrong', async (t) => {
  for (const description of [undefined, null, '', '   ', '\u3000\n\t']) {
    const { status, body } = await post(anAppeal({ description, component_appealed: 'i_score' }), 'am')
    t.same([status, body], [400, { error: 'description is required: say what was wrong with the score.' }])
  }
})

t.test('with the API key of another role, too', async (t) => {
  const JWT_SECRET = 'a secret that only these tests know'
  const verified = await testApp(t, { DATABASE_URL, AUTH_MODE: 'verified', JWT_SECRET })
  const ofBod = { name: 'k', user_id: user.am.id, role: 'bod' }
  const { key } = await done('bod', 'POST', '/api/auth/api-keys', ofBod)
  const body = anAppeal({ description: undefined, component_appealed: 'i_score' })
  t.match(await verified.call('am', 'POST', '/api/appeals', body, bearer(key)), {
    status: 400,
    body: { error: /^description is required/ },
  })
})

t.test('two submits of one form at once are one appeal, whatever was changed between them', async (t) => {
  const headers = { 'idempotency-key': 'one form' }
  const before = await count()
  const submits = await Promise.all(
    (['i_score', 't_score'] as const).map((component_appealed) =>
      call('bod', 'POST', '/api/appeals', anAppeal({ seller_code: 'S-2', component_appealed }), headers),
    ),
  )
  t.same(submits.map(({ status }) => status).sort(), [200, 409])
  t.match(submits.find(({ status }) => status === 409)?.body.error, /which was done: look at what it made/)
  t.equal(await count(), before + 1)
})
