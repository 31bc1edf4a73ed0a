import t from 'tap'
import { PERIOD, scoredMonth } from './scored-month.ts'

const month = await scoredMonth(t)
const { app, user, done, calculate, pushOrders, reviewed, decide, appeal, score, events, audited } = month
const explanation = (seller_code: string, query = '') =>
  done('bod', 'GET', `/api/sos/sellers/${seller_code}/score/explanation?period=${PERIOD}${query}`)
const finalize = async (seller_code: string) =>
  done('bod', 'PATCH', `/api/sos/monthly/${(await score(seller_code)).id}/finalize`, { notes: 'Closed' })

t.test('an approval with a raw gives the score a new revision', async (t) => {
  const before = await score()
  const first = await explanation('S-1')
  const id = await reviewed()
  const answer = await decide(id, {
    decision: 'approve',
    notes: 'Confirmed by the carrier',
    reviewed_by: 'Ada Marsh',
    score_adjustment: { o_score_raw_after: 100 },
  })
  t.same([answer.status, answer.body], [200, { success: true }])
  const { is_blocked, ...after } = await score()

  t.match(after, {
    id: before.id,
    revision: 2,
    total_sos: 94.75, // 82.5 + 30 % of 40.83, the imputed components as they were
    tier: { name: 'Platinum', color: '#5B5BD6' },
    status: 'under_review',
    run_id: before.run_id,
    calculated_at: before.calculated_at,
  })
  const others = ({ components: { o_score: _, ...rest } }: typeof after) => rest
  t.same(others(after), others(before))
  t.same(after.components.o_score, { raw: 100, weighted: 30 })
  const current = await done('bod', 'GET', '/api/sos/sellers/S-1/score')
  t.match(current, { total_sos: 94.75, tier: { name: 'Platinum' }, components: { o_score: { raw: 100 } } })
  const history = await done('bod', 'GET', '/api/sos/sellers/S-1/score/history')
  t.match(history.data, [{ period: PERIOD, total_sos: 94.75, revision: 2 }])

  const shown = await appeal(id)
  t.match(shown, {
    status: 'approved',
    score_before: { revision: 1, total_sos: 82.5, tier: { name: 'Gold' }, components: before.components },
    score_after: {
      revision: 2,
      total_sos: 94.75,
      tier: { name: 'Platinum' },
      components: after.components,
    },
    score: { id: before.id, revision: 2, total_sos: 94.75, status: 'under_review' },
    preview: null,
  })
  t.same(shown.score_adjustment, { o_score_raw_after: 100 }, 'and nothing else was set')

  await t.test('both revisions are explained', async (t) => {
    t.match(await explanation('S-1'), {
      revision: 2,
      total_sos: 94.75,
      appeal: {
        ...{ component: 'o_score', raw_before: 59.17, raw_after: 100 },
        ...{ total_before: 82.5, total_after: 94.75 },
      },
      components: { o_score: { raw: 100 } },
    })
    t.same(await explanation('S-1', '&revision=1'), { ...first, status: 'under_review' })
    t.match(await explanation('S-1', '&revision=2'), { revision: 2 })
    t.equal((await month.call('bod', 'GET', '/api/sos/sellers/S-1/score/explanation?revision=3')).status, 404)
  })

  const kept = await app.db.rows(
    `select revision, appeal_id, score ->> 'total_sos' as total, score ->> 'tier_name' as tier
     from score_revisions where seller_id = (select id from sellers where seller_code = 'S-1')`,
  )
  t.same(kept, [{ revision: 1, appeal_id: id, total: '82.50', tier: 'Gold' }])

  await t.test('adjustment, tier and decision are published in this order, beside what was', async (t) => {
    const types = ['seller.score_adjusted', 'seller.tier_changed', 'appeal.decided']
    const published = (await Promise.all(types.map(events))).flat()
    t.equal(published.length, 3)
    const [adjusted, tier, decided] = published
    t.same(adjusted?.data, {
      ...after,
      appeal_id: id,
      correction_id: null,
      previous: {
        ...{ revision: 1, total_sos: 82.5, is_rated: true },
        ...{ tier: before.tier, components: before.components },
      },
    })
    const why = `/api/sos/sellers/S-1/score/reasons?period=${PERIOD}&revision=2`
    const { reasons } = await done('viewer', 'GET', why)
    const previous = { period: PERIOD, total_sos: 82.5, is_rated: true, tier: before.tier }
    t.same(tier?.data, { ...after, reasons, previous })
    t.match(decided?.data, {
      id,
      status: 'approved',
      am: { decision: 'approve', reviewed_by: 'Ada Marsh' },
      score_adjustment: { o_score_raw_after: 100 },
      score_before: { revision: 1 },
      score_after: { revision: 2, total_sos: 94.75 },
      previous: { status: 'under_review' },
    })
    const sequences = published.map(({ sequence }) => sequence)
    t.same(sequences, [2, 3, 4], 'after appeal.submitted')
  })

  await t.test('the audit log says who did it', async (t) => {
    t.match((await audited('monthly_score', before.id)).at(-1), {
      ...{ action: 'score.adjusted', user_id: user.am_head.id },
      ...{ before: { revision: 1, total_sos: 82.5 }, after: { revision: 2, total_sos: 94.75 } },
    })
    t.match((await audited('appeal', id)).at(-1), {
      ...{ action: 'appeal.decided', user_id: user.am_head.id, before: { status: 'under_review' } },
      after: { status: 'approved', am_reviewed_by: 'Ada Marsh' },
    })
  })

  await t.test('calculate leaves it alone, whatever the facts say now', async (t) => {
    await pushOrders('S-1', 10)
    t.match(await calculate(), { sellers_scored: 1, sellers_final: 1, results: [{ seller_id: 'S-2' }] })
    t.same(await score(), { ...after, is_blocked })
    t.match(await explanation('S-1', '&revision=1'), { total_sos: 82.5 })
    t.equal((await explanation('S-1')).total_sos, 94.75)
  })
})

t.test('a second appeal adds to the first, and a decided total stands', async (t) => {
  const id = await reviewed({ component_appealed: 'p_score' })
  const adjustment = { p_score_raw_after: 40, total_sos_after: 70.5 }
  t.equal((await decide(id, { decision: 'partially_approve', score_adjustment: adjustment })).status, 200)
  t.match(await appeal(id), {
    status: 'partially_approved',
    score_adjustment: adjustment,
    score_before: { revision: 2, total_sos: 94.75 },
    score_after: { revision: 3, total_sos: 70.5, tier: { name: 'Silver' } },
  })
  const explained = await explanation('S-1')
  t.match(explained, {
    revision: 3,
    appeal: { component: 'p_score', total_given: true, total_after: 70.5 },
    earlier_appeals: [{ component: 'o_score', raw_after: 100 }],
    components: { o_score: { raw: 100 }, p_score: { raw: 40 } },
  })
  t.match(explained.appeal.sentence, /The total was decided and not computed/)
  for (const [revision, total] of [
    [1, 82.5],
    [2, 94.75],
    [3, 70.5],
  ] as const)
    t.equal((await explanation('S-1', `&revision=${revision}`)).total_sos, total)
})

t.test('a total alone leaves the raws', async (t) => {
  const { components } = await score()
  const id = await reviewed({ component_appealed: 'p_score' })
  await decide(id, { decision: 'approve', score_adjustment: { total_sos_after: 0 } })
  t.match(await score(), { revision: 4, total_sos: 0, components, tier: { name: 'Critical' } })
})

t.test('an adjustment that keeps the tier is no tier_changed', async (t) => {
  const published = (await events('seller.tier_changed')).length
  const id = await reviewed({ component_appealed: 'o_score' })
  await decide(id, { decision: 'approve', score_adjustment: { total_sos_after: 0.01 } })
  t.equal((await events('seller.tier_changed')).length, published)
  const previous = { revision: 4, total_sos: 0 }
  const { data } = (await events('seller.score_adjusted')).at(-1) ?? {}
  t.match(data, { revision: 5, total_sos: 0.01, previous })
})

t.test('a final score stays final and gains a revision', async (t) => {
  await calculate()
  await finalize('S-2')
  const final = await score('S-2')
  const id = await reviewed({ seller_code: 'S-2', component_appealed: 'f_score' })
  await decide(id, { decision: 'approve', score_adjustment: { f_score_raw_after: 0 } })
  const { status, finalized_at, notes } = final
  const revised = { revision: 2, total_sos: 62.5, tier: { name: 'Bronze' } }
  t.match(await score('S-2'), { status, finalized_at, notes, ...revised })
  t.equal(status, 'final')
  await finalize('S-2')
  t.equal((await events('seller.score_finalized')).length, 1, 'and finalizing it again publishes nothing')
  t.match(await calculate(), { sellers_scored: 0, sellers_final: 2, results: [] })
})

t.test('a rejection and a bare approval change no score', async (t) => {
  const before = await score()
  const published = (await events('seller.score_adjusted')).length
  for (const decision of ['reject', 'approve'] as const) {
    const id = await reviewed({ component_appealed: 't_score' })
    await decide(id, { decision })
    const shown = { score_adjustment: null, score_before: { revision: before.revision }, score_after: null }
    t.match(await appeal(id), shown, decision)
  }
  t.same(await score(), before)
  t.equal((await events('seller.score_adjusted')).length, published)
})

t.test('an adjustment may name other components than the one appealed', async (t) => {
  const { revision } = await score()
  const id = await reviewed({ component_appealed: 'i_score' })
  const adjustment = { p_score_raw_after: 55, o_score_raw_after: 66, total_sos_after: 60 }
  const asText = { ...adjustment, total_sos_after: '60' }
  t.equal((await decide(id, { decision: 'approve', score_adjustment: asText })).status, 200)
  t.match(await score(), {
    revision: revision + 1,
    total_sos: 60,
    components: { p_score: { raw: 55 }, o_score: { raw: 66 } },
  })
  const { appeal: last, earlier_appeals: earlier } = await explanation('S-1')
  t.match(earlier.at(-1), { component: 'p_score', raw_after: 55, total_given: false })
  t.match(
    earlier.at(-1).sentence,
    /^An appeal about Inventory changed the score of Planning from 40.00 to 55.00\./,
  )
  t.match(last, { component: 'o_score', raw_after: 66, total_given: true, total_after: 60 })
  t.match(
    last.sentence,
    /^An appeal about Inventory changed the score of Operations from 100.00 to 66.00\. .*decided and not computed/,
  )
  t.match(await appeal(id), { score_adjustment: adjustment, score_after: { revision: revision + 1 } })
})

t.test('a score whose explanation is lost answers 409 to an adjustment', async (t) => {
  const id = await reviewed({ component_appealed: 't_score' })
  await app.db.rows(`delete from score_explanations where period = $1 and revision = 6`, [PERIOD])
  const error = `The score of S-1 in ${PERIOD} has no explanation, so it can't be revised.`
  const adjusted = { decision: 'approve', score_adjustment: { t_score_raw_after: 1 } }
  t.match(await decide(id, adjusted), { status: 409, body: { error } })
  t.match(await appeal(id), { status: 'under_review', preview: null })
  t.equal((await decide(id, { decision: 'approve' })).status, 200, 'and can still be approved without')
})
