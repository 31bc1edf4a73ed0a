import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { overlapping } from '../../setup/waiters.ts'
import { makeSeller } from '../setup.ts'

interface Event {
  type: string
  sequence: number
  data: { seller_code: string; [field: string]: unknown }
}

t.test('finalize', async (t) => {
  const { app, call, user, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
  const second = await testApp(t, { DATABASE_URL })
  const calculate = (period: string) => call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  const events = () =>
    app.db.rows<Event>('select type, sequence, data from events where seller_id is not null order by id')
  const typesOf = async (code: string) =>
    (await events()).filter(({ data }) => data.seller_code === code).map(({ type }) => type)

  /** A seller with scores of three periods; with `tier` the middle one was in another tier than the last. */
  async function scored(tier?: string) {
    const { seller_code } = await makeSeller(app)
    for (const period of ['2025-12', '2026-01', '2026-03']) await calculate(period)
    const scores = await app.db.rows<{ id: number }>(
      `select m.id from monthly_scores m join sellers s on s.id = m.seller_id where s.seller_code = $1 order by period`,
      [seller_code],
    )
    const [first, middle, last] = scores.map(({ id }) => id)
    if (tier)
      await app.db.pool.query(`update monthly_scores set tier_name = $2, total_sos = 66.6 where id = $1`, [
        middle,
        tier,
      ])
    return { seller_code, first, middle, last }
  }

  t.test('makes a score final, once, with an event and an audit row', async (t) => {
    const { seller_code, last } = await scored()
    const note = { reviewed_by: 'Ada Marsh', notes: 'checked' }
    const answer = await call('am_head', 'PATCH', `/api/sos/monthly/${last}/finalize`, note)
    t.same([answer.status, answer.body], [200, { success: true }])
    const [listed] = (await call('bod', 'GET', '/api/sos/monthly?period=2026-03&status=final')).body.data
    const { is_blocked, ...record } = listed
    t.match(record, { id: last, seller_code, status: 'final', ...note, finalized_at: String })
    const { reasons } = (await call('bod', 'GET', `/api/sos/sellers/${seller_code}/score/reasons`)).body
    const data = { ...record, reasons, previous: { status: 'draft' } }
    t.same(
      (await events()).filter(({ data }) => data.seller_code === seller_code),
      [{ type: 'seller.score_finalized', sequence: 1, data }],
    )
    const { body } = await call('bod', 'GET', `/api/audit?entity=monthly_score&entity_id=${last}`)
    t.match(body.data, [
      {
        action: 'score.finalized',
        before: { status: 'draft' },
        after: { status: 'final', ...note },
        username: 'am_head',
      },
    ])

    const again = await call('bod', 'PATCH', `/api/sos/monthly/${last}/finalize`, { notes: 'another' })
    t.equal(again.status, 200)
    t.same(await typesOf(seller_code), ['seller.score_finalized'])
    const [unchanged] = (await call('bod', 'GET', '/api/sos/monthly?period=2026-03&status=final')).body.data
    t.same(unchanged, listed)
  })

  t.test('of a final score says which of its words are not kept', async (t) => {
    const { last } = await scored()
    const finalize = async (body?: object) =>
      (await call('bod', 'PATCH', `/api/sos/monthly/${last}/finalize`, body)).body
    const says = (words: string) => ({
      success: true,
      warnings: [`1 score was final before: it does not keep the ${words} of this request.`],
    })
    t.same(await finalize({ reviewed_by: 'Ada', notes: 'checked' }), { success: true })
    t.same(await finalize(), { success: true })
    t.same(await finalize({}), { success: true })
    t.same(await finalize({ reviewed_by: null, notes: '' }), { success: true })
    t.same(await finalize({ reviewed_by: 'Bo' }), says('reviewer'))
    t.same(await finalize({ notes: 'more' }), says('notes'))
    t.same(await finalize({ reviewed_by: 'Bo', notes: 'more' }), says('reviewer and notes'))
    t.match(await app.db.row('select * from monthly_scores where id = $1', [last]), {
      reviewed_by: 'Ada',
      notes: 'checked',
    })
  })

  t.test('says when the tier differs from that of the seller’s latest earlier period', async (t) => {
    const { seller_code, last } = await scored('Silver')
    await call('bod', 'PATCH', `/api/sos/monthly/${last}/finalize`)
    const [finalized, changed] = (await events()).filter(({ data }) => data.seller_code === seller_code)
    t.match(finalized, { type: 'seller.score_finalized', sequence: 1 })
    t.match(changed, {
      type: 'seller.tier_changed',
      sequence: 2,
      data: {
        ...finalized?.data,
        seller_code,
        period: '2026-03',
        tier: { name: 'Unrated' },
        previous: { period: '2026-01', total_sos: 66.6, tier: { name: 'Silver' } },
      },
    })
  })

  t.test('a first score and an unchanged tier change no tier', async (t) => {
    const { seller_code, first, middle } = await scored()
    await call('bod', 'PATCH', `/api/sos/monthly/${first}/finalize`)
    await call('bod', 'PATCH', `/api/sos/monthly/${middle}/finalize`)
    t.same(await typesOf(seller_code), ['seller.score_finalized', 'seller.score_finalized'])
  })

  t.test('names the appeals that are still open', async (t) => {
    const { seller_code, first, last } = await scored()
    const { id: seller_id } = await app.db.one<{ id: number }>`
      select id from sellers where seller_code = ${seller_code}`
    const appeal = (fields: { period: string; status: string; open_key: string | null }) =>
      app.db.prisma.appeal.create({
        data: {
          ...{ seller_id, component_appealed: 'o_score', appeal_reason_type: 'data_error' },
          ...{ description: 'x', submitted_by_am_id: user.am.am_id as number, ...fields },
        },
      })
    await appeal({ period: '2025-12', status: 'rejected', open_key: null })
    await appeal({ period: '2026-03', status: 'under_review', open_key: '2026-03 o_score' })
    const finalize = (id: number | undefined, body: object = {}) =>
      call('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, body)
    t.same((await finalize(first)).body, { success: true })
    const warnings = [
      `The appeal of Seller ${seller_code} (${seller_code}) about Operations is open: its decision can still revise the final score.`,
    ]
    t.same((await finalize(last, { reviewed_by: 7 })).body, { success: true, warnings })
    t.match(await app.db.row('select status, reviewed_by from monthly_scores where id = $1', [last]), {
      status: 'final',
      reviewed_by: '7',
    })
    const month = await call('bod', 'POST', '/api/sos/monthly/finalize', { period: '2026-03' })
    t.match(month, { status: 200, body: { warnings } })
  })

  t.test('several at once, in two processes, emit one event and leave one audit row', async (t) => {
    const { seller_code, last } = await scored('Gold')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? call : second.call)('bod', 'PATCH', `/api/sos/monthly/${last}/finalize`),
      ),
    )
    t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
    t.same(await typesOf(seller_code), ['seller.score_finalized', 'seller.tier_changed'])
    const audited = await call('bod', 'GET', `/api/audit?entity=monthly_score&entity_id=${last}`)
    t.equal(audited.body.total, 1)
  })

  t.test('a review says what is said of a score, again adds to it, emits nothing, and is kept', async (t) => {
    const { seller_code, last } = await scored()
    const review = (body: object) => call('ops_head', 'PATCH', `/api/sos/monthly/${last}/review`, body)
    const score = async () => (await call('bod', 'GET', `/api/sos/monthly/${last}`)).body
    t.match(await review({ notes: 'odd', reviewed_by: 'Ada' }), { status: 200, body: { success: true } })
    t.match(await score(), { status: 'under_review', notes: 'odd', reviewed_by: 'Ada', finalized_at: null })
    const { body } = await call('bod', 'GET', `/api/audit?entity=monthly_score&entity_id=${last}`)
    const after = { status: 'under_review', notes: 'odd' }
    t.match(body.data, [{ action: 'score.reviewed', before: { status: 'draft' }, after }])
    t.equal((await review({ notes: 'odder' })).status, 200)
    t.match(await score(), { status: 'under_review', notes: 'odder', reviewed_by: 'Ada' })
    t.same(await typesOf(seller_code), [])
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${last}/finalize`)).status, 200)
    t.match(await score(), { status: 'final', notes: 'odder', reviewed_by: 'Ada' })
  })

  t.test('a review of a score that is final, or becomes so meanwhile, answers 409', async (t) => {
    const { last } = await scored()
    const of = `/api/sos/monthly/${last}`
    const review = () => call('bod', 'PATCH', `${of}/review`)
    const [, meanwhile] = await overlapping(t, app.db, 'audit_log', [
      () => call('bod', 'PATCH', `${of}/finalize`),
      review,
    ])
    for (const answer of [meanwhile, await review()])
      t.match(answer, { status: 409, body: { error: /is final/ } })
    t.match((await call('bod', 'GET', of)).body, { status: 'final' })
  })

  t.test('answers 404 for a score that there is not, and 400 for words that are none', async (t) => {
    for (const [path, body, status, error] of [
      ['999999/finalize', undefined, 404, /There is no monthly score 999999/],
      ['999999/review', undefined, 404, /There is no monthly score 999999/],
      ['1/finalize', { reviewed_by: {} }, 400, /^reviewed_by must be a string/],
      ['1/finalize', { notes: [] }, 400, /^notes must be a string/],
    ] as const)
      t.match(await call('bod', 'PATCH', `/api/sos/monthly/${path}`, body), { status, body: { error } })
  })
})
