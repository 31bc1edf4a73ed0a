import t from 'tap'
import { forgetOldBacktests } from '../../../plugins/backtests/backtest.ts'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import { testApp } from '../../setup/app.ts'
import { eventually } from '../../setup/eventually.ts'
import { settled } from '../../setup/settled.ts'
import { makeSeller } from '../../sos/setup.ts'
import { adoptions } from './adoptions.ts'

const service = await testApp(t, { WORKER: 'on' })
const { app, call, user } = service
const {
  FOUND,
  NOW,
  NEXT,
  LATER,
  about,
  adopt,
  adoptTested,
  backtestOf,
  draftOf,
  hours,
  inForce,
  put,
  read,
  refused,
  remove,
  weightsOf,
} = adoptions(service)

t.test('the list says what the newest backtest of a draft as it is now found', async (t) => {
  const id = await draftOf([hours('returns', 3)])
  const listed = async () => {
    const { data } = (await call('viewer', 'GET', '/api/config/drafts')).body
    return data.find((one: { id: number }) => one.id === id).tried
  }
  t.equal(await listed(), null)
  await backtestOf(id, { report: { tier_drops: 9 } })
  await backtestOf(id, { report: { tier_drops: 2, tier_rises: 1 } })
  await backtestOf(id, { status: 'failed', report: { tier_drops: 7 } })
  t.same(await listed(), { from: '2026-01', to: '2026-01', scores: 10, tier_drops: 2, tier_rises: 1 })
  const csv = await call('viewer', 'GET', '/api/config/drafts', undefined, { accept: 'text/csv' })
  t.match(csv.body, /,tried\.from,tried\.to,tried\.scores,tried\.tier_drops,tried\.tier_rises\r?\n/)
  await call('am_head', 'PUT', `/api/config/drafts/${id}`, { changes: [hours('returns', 4)] })
  t.equal(await listed(), null, 'others were tried')
})

t.test('an adopted draft is the rules from its month on and not before, audited and published', async (t) => {
  const id = await draftOf([hours('returns', 3), hours('complaint', 5), remove('surcharge', 'Payment Block')])
  const backtest_id = await backtestOf(id)
  const [rule] = await inForce('helpdesk', NOW).then((rules) =>
    rules.filter(({ category }: { category: string }) => category === 'complaint'),
  )
  t.same((await adopt(id, { backtest_id })).body, { success: true })

  t.same(await weightsOf('complaint', NOW, NEXT, LATER), [rule.weight, 5, 5])
  t.same(await weightsOf('returns', NOW, NEXT, LATER), [null, 3, 3])
  const complaint = (await inForce('helpdesk', NEXT)).find(
    ({ category }: { category: string }) => category === 'complaint',
  )
  const versionsOf = async (record: { id: number }) =>
    (await call('viewer', 'GET', `/api/config/helpdesk/${record.id}/history`)).body.data
  const written = { updated_by: user.admin.id, updated_by_name: String, draft_id: id, draft_name: String }
  t.match(await versionsOf(complaint), [written])
  const ofDefault = { updated_by: null, updated_by_name: null, draft_id: null, draft_name: null }
  t.match((await versionsOf(rule)).at(-1), ofDefault)
  const types = async (period: string) =>
    (await inForce('surcharge', period)).map((one: { surcharge_type: string }) => one.surcharge_type)
  t.ok((await types(NOW)).includes('payment_block'))
  t.notOk((await types(NEXT)).includes('payment_block'))

  const adopted = { adopted_by: user.admin.id, adopted_from: NEXT, adopted_at: String }
  t.match(await read(id), { ...adopted, version: 2, backtest_id, override_reason: null })
  const log = await app.db.rows<{ action: string; entity: string; user_id: number }>(
    `select action, entity, after->>'effective_from' as effective_from, after->>'effective_to' as effective_to, user_id
     from audit_log where action like 'config%' order by id desc limit 4`,
  )
  const by = { user_id: user.admin.id }
  t.same(log.reverse(), [
    { ...by, action: 'config.updated', entity: 'config', effective_from: '2000-01', effective_to: NOW },
    { ...by, action: 'config.created', entity: 'config', effective_from: NEXT, effective_to: null },
    { ...by, action: 'config.created', entity: 'config', effective_from: NEXT, effective_to: null },
    {
      ...by,
      action: 'config_draft.adopted',
      entity: 'config_draft',
      effective_from: null,
      effective_to: null,
    },
  ])
  await settled(app)
  const { data } = (await call('bod', 'GET', '/api/events?type=config.adopted')).body
  const changes = [
    { type: 'surcharge', put: 0, removed: 1 },
    { type: 'helpdesk', put: 2, removed: 0 },
  ]
  const event = { draft_id: id, name: 'D', effective_from: NEXT, adopted_by: user.admin.id, backtest_id }
  t.match(data, [{ sequence: null, data: { ...event, changes } }])

  const again = await adopt(id, { backtest_id, override_reason: 'once more' })
  t.match(again, refused('draft_adopted', /^Draft \d+ was adopted by .+: make a new one/))
  t.match(await call('bod', 'PUT', `/api/config/drafts/${id}`, { name: 'x' }), refused('draft_adopted', /./))
  const deleted = await call('bod', 'DELETE', `/api/config/drafts/${id}`, undefined, { 'if-match': '"99"' })
  t.match(deleted, refused('draft_adopted', /./), 'stale or not')
})

t.test('a put rewrites the record that begins in the month, a remove deletes it', async (t) => {
  await adoptTested(await draftOf([hours('late', 1)]), { effective_from: NOW })
  await adoptTested(await draftOf([hours('late', 2)]), { effective_from: NOW })
  const rules = (await call('bod', 'GET', '/api/config/helpdesk?all=true&limit=500')).body.data
  const late = rules.filter(({ category }: { category: string }) => category === 'late')
  t.match(late, [{ version: 2, weight: 2, effective_from: NOW, effective_to: null }])
  t.equal(late.length, 1)

  await adoptTested(await draftOf([remove('helpdesk', 'late')]), { effective_from: NOW })
  const gone = (await call('bod', 'GET', `/api/config/helpdesk/${late[0].id}`)).body
  t.match(gone, { is_active: false, version: 3 })
})

t.test('a remove ends older records of the kind too, which would count again', async (t) => {
  const make = (effective_from: string, weight: number) =>
    call('bod', 'POST', '/api/config/helpdesk', { category: 'old', weight, effective_from })
  await make('2025-01', 1)
  await make(NOW, 2)
  await adoptTested(await draftOf([remove('helpdesk', 'old')]))
  t.same(await weightsOf('old', '2025-01', NOW, NEXT, LATER), [1, 2, null, null])
})

t.test('later records that take over, and records that the backtest did not know, are named', async (t) => {
  const make = async (category: string, effective_from: string) =>
    (await call('bod', 'POST', '/api/config/helpdesk', { category, weight: 1, effective_from })).body.id
  await make('dated', NOW)
  const later = await make('dated', LATER)
  const soon = await make('soon', NEXT)
  const id = await draftOf([hours('dated', 7)])
  t.same(about('dated|soon', await adoptTested(id)), [
    `helpdesk record ${later} (dated) takes over in ${LATER}.`,
    `helpdesk record ${soon} (soon) counts in ${NEXT} and not in the running month: the backtest does not know it.`,
  ])
  t.same(await weightsOf('dated', NOW, NEXT, shiftPeriod(LATER, -1), LATER), [1, 7, 7, 1])
  await call('bod', 'DELETE', `/api/config/helpdesk/${soon}`)

  const gone = await make('gone', NOW)
  await call('bod', 'PUT', `/api/config/helpdesk/${gone}`, { effective_to: NOW })
  t.same(about('gone', await adoptTested(await draftOf([remove('helpdesk', 'gone')]))), [
    `helpdesk has no record of gone in ${NEXT}: nothing ends.`,
  ])
})

t.test('a record of the running month only, which the backtest was made with, is named', async (t) => {
  const month = { weight: 1, effective_from: NOW, effective_to: NOW }
  const make = async (category: string) =>
    (await call('bod', 'POST', '/api/config/helpdesk', { ...month, category })).body.id
  const [brief, replaced] = [await make('brief'), await make('replaced')]
  const answer = await adoptTested(await draftOf([hours('replaced', 2)]))
  t.same(about('brief|replaced', answer), [
    `helpdesk record ${brief} (brief) counts in the running month and not in ${NEXT}: the backtest was made with it.`,
  ])
  t.same(await weightsOf('replaced', NOW, NEXT, LATER), [1, 2, 2])
  for (const id of [brief, replaced]) await call('bod', 'DELETE', `/api/config/helpdesk/${id}`)
})

t.test('a put ends when the record that it replaces was to end', async (t) => {
  const AFTER = shiftPeriod(LATER, 1)
  const make = (effective_from: string) =>
    call('bod', 'POST', '/api/config/helpdesk', {
      ...{ category: 'planned', weight: 1, effective_from, effective_to: LATER },
    })
  await make('2026-01')
  const ends = [`helpdesk record of planned ends in ${LATER}, as the one that it replaces.`]
  const id = await draftOf([hours('planned', 2)])
  t.same(about('planned', await adoptTested(id)), ends)
  t.same(await weightsOf('planned', NOW, NEXT, LATER, AFTER), [1, 2, 2, null])
  const same = await draftOf([hours('planned', 2)])
  t.equal((await adoptTested(same)).status, 200, 'what says all that is to come')
  const again = await draftOf([hours('planned', 3)])
  t.match(
    await adoptTested(again),
    refused('rules_changed', /^helpdesk planned has another version in .+ the draft replaces it/),
    'what is to come is not undone unseen',
  )
  t.same(about('planned', await adoptTested(again, { override_reason: 'It is meant' })), ends)
  t.same(await weightsOf('planned', NOW, NEXT, LATER, AFTER), [1, 3, 3, null], 'and one that is rewritten')
})

t.test('what would leave a later month unusable is refused, and nothing of it is kept', async (t) => {
  const top = { name: 'Top', min_score: 96, color: '#FFFFFF' }
  const same = await call('bod', 'POST', '/api/config/tiers', { ...top, effective_from: LATER })
  const id = await draftOf([hours('half', 1), put('tiers', { ...top, name: 'Peak' })])
  const answer = await adoptTested(id)
  t.match(answer, { status: 400, headers: { 'x-error-code': 'rules_unusable' } })
  t.match(answer.body.error, new RegExp(`^min_score 96 belongs to two records \\(from ${LATER} on\\)`))
  t.match(await read(id), { version: 1, adopted_at: null })
  t.same(await weightsOf('half', NEXT), [null])
  await call('bod', 'DELETE', `/api/config/tiers/${same.body.id}`)
})

t.test('without a completed backtest of this very content it takes a reason, which is audited', async (t) => {
  const id = await draftOf([hours('tested', 1)], { guards: { max_psi: 1 } })
  const other = await draftOf([hours('tested', 1)], { guards: { max_psi: 1 } })
  const golden = {
    ...{ guard: 'golden', ok: false, limit: 'Gold', value: 'Silver' },
    ...{ seller_code: 'S-1', period: '2026-01' },
  }
  const guard = { guard: 'max_psi', ok: false, limit: 1, value: 1.5 }
  const rules = { ...(await currentRules(app.db, NOW)), helpdesk: [] }
  const changed = await backtestOf(id, { changes_sha256: 'x' })
  const unguarded = await backtestOf(id, { guards: {} })
  const failed = (...guards: object[]) => backtestOf(id, { report: { guards } })
  const anotherScore = (how: string) =>
    new RegExp(`^In backtest \\d+ a score is another than the draft demands: ${how}`)
  const cases: [number | null, string, RegExp][] = [
    [null, 'backtest_needed', /^backtest_id: name a completed backtest of the draft/],
    [await backtestOf(other), 'backtest_needed', /^Backtest \d+ is not one of draft/],
    [await backtestOf(id, { status: 'running' }), 'backtest_needed', /is running, not completed/],
    [await backtestOf(id, { report: { scores: 0 } }), 'backtest_needed', /^Backtest \d+ has no scores: make/],
    [changed, 'backtest_needed', /changes of draft \d+ are others/],
    [unguarded, 'backtest_needed', /guards of draft \d+ are others/],
    [await backtestOf(id, { rules }), 'rules_changed', /^The rules have changed since backtest/],
    [
      await failed(guard),
      'guard_failed',
      /^In backtest \d+ the scores shift too far \(PSI\): 1.5, and the limit is 1/,
    ],
    [await failed(golden), 'guard_failed', anotherScore('S-1 is Silver in 2026-01, not Gold')],
    [
      await failed({ ...golden, value: null, period: '2026-03' }),
      'guard_failed',
      anotherScore('the backtest does not have 2026-03'),
    ],
  ]
  for (const [backtest_id, code, error] of cases)
    t.match(await adopt(id, { backtest_id }), refused(code, error))
  const none = { status: 400, body: { error: /^backtest_id: there is no/ } }
  t.match(await adopt(id, { backtest_id: 2_000_000 }), none)
  t.match(await adopt(id, { backtest_id: 2_000_000, override_reason: 'why' }), none)

  const guards = [guard, { ...guard, guard: 'x', ok: true }]
  const both = await backtestOf(id, { rules, report: { guards } })
  const answer = await adopt(id, { backtest_id: both, override_reason: 'The board wants it' })
  t.match(answer, { status: 200, body: { success: true } })
  t.match(await read(id), { override_reason: 'The board wants it', backtest_id: both })
  const row = await app.db.one<{ after: object }>(
    `select after from audit_log where action = 'config_draft.adopted' order by id desc limit 1`,
  )
  t.match(row.after, {
    override_reason: 'The board wants it',
    overridden: [/^The rules have changed/, /^In backtest \d+ the scores shift/],
  })
})

t.test('the backtest of an adoption is kept, and its sums are audited', async (t) => {
  const id = await draftOf([hours('kept', 1)])
  const guards = [{ guard: 'max_tier_drops', ok: true, limit: 5, value: 4 }]
  const backtest_id = await backtestOf(id, { report: { tier_drops: 4, guards } })
  const path = `/api/backtests/${backtest_id}`
  t.match(await adopt(id, { backtest_id }), { status: 200 })
  const row = await app.db.one<{ backtest: object }>(
    `select after->'backtest' as backtest from audit_log where action = 'config_draft.adopted' order by id desc limit 1`,
  )
  const { money, ...sums } = { ...FOUND, tier_drops: 4, guards }
  t.same(row.backtest, {
    ...{ id: backtest_id, status: 'completed', from: '2026-01', to: '2026-01' },
    ...{ ...sums, surcharges: money.surcharges },
  })
  const deleted = await call('bod', 'DELETE', path)
  t.match(deleted, refused('backtest_adopted', /^Draft \d+ was adopted on backtest/))
  const unused = await backtestOf(await draftOf([]))
  await app.db.run`
    update backtests set finished_at = now() - interval '91 days' where id in (${backtest_id}, ${unused})`
  await forgetOldBacktests(app)
  const left = await app.db.column`select id from backtests where id in (${backtest_id}, ${unused})`
  t.same(left, [backtest_id])
})

t.test('a reason that nothing asks for is not kept', async (t) => {
  const id = await draftOf([])
  t.match(await adoptTested(id, { override_reason: 'just so' }), { status: 200 })
  t.match(await read(id), { override_reason: null })
})

t.test('final scores in or after the month refuse it, whatever the reason', async (t) => {
  await makeSeller(app)
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-03' })
  await call('bod', 'POST', '/api/sos/monthly/finalize', { period: '2026-03' })
  const id = await draftOf([hours('final', 1)])
  for (const effective_from of ['2026-02', '2026-03'])
    t.match(
      await adopt(id, { effective_from, override_reason: 'why' }),
      refused('score_final', /^effective_from: scores of 2026-03 are final; name a later month/),
    )
  t.match(await adoptTested(id, { effective_from: '2026-04' }), { status: 200 })
  t.same(await weightsOf('final', '2026-03', '2026-04'), [null, 1])
})

t.test('a backtest lets a draft be adopted until a rule or the draft changes', async (t) => {
  const id = await draftOf([hours('real', 1)], { guards: { max_tier_drops: 0 } })
  const asked = { draft_id: id, from: '2026-03', to: '2026-03' }
  const backtest_id = (await call('am_head', 'POST', '/api/backtests', asked)).body.id as number
  await eventually(
    async () => (await call('bod', 'GET', `/api/backtests/${backtest_id}`)).body.status === 'completed',
  )
  const changes = (weight: number) =>
    call('am_head', 'PUT', `/api/config/drafts/${id}`, { changes: [hours('real', weight)] })
  await changes(2)
  t.match(await adopt(id, { backtest_id }), refused('backtest_needed', /changes of draft/))
  await changes(1)
  t.match(await adopt(id, { backtest_id }), { status: 200 }, 'the very content again')
})

t.test('a record that was written since the backtest refuses it, of whatever month it is', async (t) => {
  for (const effective_from of [NOW, '2098-01']) {
    const id = await draftOf([hours(`since ${effective_from}`, 1)])
    const backtest_id = await backtestOf(id)
    const isWritten = async () =>
      (await call('bod', 'GET', `/api/backtests?draft_id=${id}`)).body.data[0].rules_written
    t.equal(await isWritten(), false)
    await call('bod', 'POST', '/api/config/helpdesk', { category: 'new', weight: 1, effective_from })
    t.equal(await isWritten(), true, 'a reader is told, too')
    const answer = await adopt(id, { backtest_id, effective_from: '2099-01' })
    t.match(answer, refused('rules_changed', /have changed since backtest/))
  }
})

t.test('it takes a second person, unless a bod adopts', async (t) => {
  const mine = async (role: 'bod' | 'admin') =>
    (await call(role, 'POST', '/api/config/drafts', { name: 'Mine', changes: [] })).body.id as number
  const own = await mine('admin')
  const alone = refused('second_person_needed', /^You have written draft \d+; somebody else must adopt it/)
  t.match(await adoptTested(own), alone)
  t.match(await adopt(own, { override_reason: 'why' }), alone, 'whatever the reason')
  const changed = await draftOf([])
  await call('admin', 'PUT', `/api/config/drafts/${changed}`, { name: 'Changed' })
  t.match(await adoptTested(changed), alone, 'who changed it last')
  const renamed = async (id: number) =>
    call('am_head', 'PUT', `/api/config/drafts/${id}`, { ...(await read(id)), name: 'Renamed' })
  for (const body of [{ changes: [hours('theirs', 1)] }, { guards: { max_psi: 1 } }]) {
    const written = await draftOf([])
    await call('admin', 'PUT', `/api/config/drafts/${written}`, body)
    await renamed(written)
    t.match(await adoptTested(written), alone, 'who wrote what another has renamed')
    t.same((await read(written)).written_by, [user.am_head.id, user.admin.id])
  }
  const again = await draftOf([])
  await call('admin', 'PUT', `/api/config/drafts/${again}`, { name: 'Only a name' })
  await renamed(again)
  t.match(await adoptTested(again), { status: 200 }, 'a name is no content')
  const bods = await mine('bod')
  t.match(await adopt(bods, { backtest_id: await backtestOf(bods) }, 'bod'), { status: 200 })
  t.match(await call('ops_head', 'POST', `/api/config/drafts/${own}/adopt`, { effective_from: NEXT }), {
    status: 403,
  })
})

t.test('a bod who adopts what it has written leaves that, and the reason, in the audit log', async (t) => {
  for (const override_reason of ['Agreed with the heads by phone', null]) {
    const own = (await call('bod', 'POST', '/api/config/drafts', { name: 'Own', changes: [] })).body.id
    const body = { backtest_id: await backtestOf(own), override_reason }
    t.match(await adopt(own, body, 'bod'), { status: 200 })
    t.match(await read(own), { override_reason })
    const entry = await app.db.row<{ overridden: string[] }>(
      `select after->'overridden' as overridden from audit_log
       where action = 'config_draft.adopted' and entity_id = $1`,
      [String(own)],
    )
    t.same(entry?.overridden, [`Draft ${own} is adopted by one who has written it`])
  }
})

t.test('bodies that are not right answer 400, a draft that is not there 404, a stale one 412', async (t) => {
  const id = await draftOf([])
  t.match(await adopt(id, { effective_from: null }), { status: 400 })
  t.match(await adopt(2_000_000, {}), { status: 404, headers: { 'x-error-code': 'draft_not_found' } })
  t.match(await adopt(id, {}, 'admin', { 'if-match': '"7"' }), { status: 412 })
})

t.test('two hundred changes are judged and adopted', async (t) => {
  const kinds = Array.from({ length: 199 }, (_, n) => `kind ${n}`)
  const fee = put('surcharge', { surcharge_type: 'Two Hundred', metric: 'days_beyond_terms', above: 1 })
  const id = await draftOf([...kinds.map((kind) => hours(kind, 1)), fee])
  t.match(await adoptTested(id), { status: 200 })
  const counted = (await inForce('helpdesk', NEXT)).filter((one: { category: string }) =>
    kinds.includes(one.category),
  )
  t.equal(counted.length, 199)
})
