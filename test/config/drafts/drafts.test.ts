import t from 'tap'
import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import { testApp } from '../../setup/app.ts'

const { app, call, user } = await testApp(t)
const LATE_FEE = { surcharge_type: 'Late Fee', metric: 'days_beyond_terms', above: 10, amount: 5 }
const STRICTER = {
  metric: 'on_time_ready_rate',
  weight: 40,
  min_volume: 30,
  curve: [
    [85, 0],
    [99, 100],
  ],
}
const put = (type: string, fields: object) => ({ type, op: 'put', fields })
const remove = (type: string, identity: string) => ({ type, op: 'remove', identity })
const draftOf = async (id: number) => (await call('viewer', 'GET', `/api/config/drafts/${id}`)).body
const make = async (changes: object[], more = {}) =>
  (await call('am_head', 'POST', '/api/config/drafts', { name: 'D', changes, ...more })).body.id as number

t.test('a draft is made with every field filled in, read, changed and deleted', async (t) => {
  await app.db.prisma.seller.create({ data: { seller_code: 'S-1001', company_name: 'One' } })
  const guards = {
    max_tier_drops: 50,
    max_surcharge_increase: 1000,
    max_psi: 0.25,
    golden: [{ seller_code: 'S-1001', period: '2026-03', tier: 'Gold' }],
  }
  const made = await call('ops_head', 'POST', '/api/config/drafts', {
    name: 'Stricter lateness',
    changes: [put('o-score', STRICTER), put('surcharge', LATE_FEE), remove('surcharge', 'Payment-Block')],
    guards,
  })
  t.same(made.body, { success: true, id: made.body.id })
  const path = `/api/config/drafts/${made.body.id}`

  const read = await call('viewer', 'GET', path)
  t.match(read.headers.etag, /^"1-/)
  const changes = [
    put('o-score', { ...STRICTER, params: {} }),
    put('surcharge', { ...LATE_FEE, per_point: 0, cap: null, reason: 'Late Fee by days beyond terms' }),
    remove('surcharge', 'payment_block'),
  ]
  t.match(read.body, { name: 'Stricter lateness', version: 1, changes, guards, adopted_at: null })
  t.match(read.body, { created_by: user.ops_head.id, updated_by: user.ops_head.id })
  const { full_name } = await app.db.prisma.user.findUniqueOrThrow({ where: { id: user.ops_head.id } })
  t.match(read.body, { created_by_name: full_name, adopted_by_name: null })
  const listed = (await call('viewer', 'GET', '/api/config/drafts')).body.data[0]
  t.match(listed, { created_by_name: full_name, adopted_by_name: null })
  t.equal(read.body.changes_sha256, sha256(canonicalJson(changes)))

  const copy = await call('ops_head', 'POST', '/api/config/drafts', { ...read.body, name: 'A copy' })
  t.not(copy.body.id, made.body.id, 'what was read makes another')
  t.match(await draftOf(copy.body.id), { name: 'A copy', version: 1, changes, guards })
  await call('ops_head', 'DELETE', `/api/config/drafts/${copy.body.id}`)
  const whole = await call('am_head', 'PUT', path, { ...read.body, name: 'Stricter' }, { 'if-match': '"1"' })
  t.match(whole, { status: 200, body: { success: true }, headers: { etag: '"2"' } })
  const renamed = await draftOf(made.body.id)
  t.match(renamed, { name: 'Stricter', version: 2, changes, guards, updated_by: user.am_head.id })
  t.equal(renamed.created_by, user.ops_head.id)
  t.equal(renamed.changes_sha256, read.body.changes_sha256, 'a name is no content')

  t.match(await call('am_head', 'PUT', path, { guards: { max_psi: 1 } }), { status: 200 })
  const others = { max_tier_drops: null, max_surcharge_increase: null, golden: [] }
  t.same((await draftOf(made.body.id)).guards, { ...others, max_psi: 1 })
  t.match(await call('am_head', 'PUT', path, {}), { status: 200, headers: { etag: '"3"' } }, 'nothing to do')
  t.match(await call('am_head', 'DELETE', path, undefined, { 'if-match': '"2"' }), { status: 412 })
  t.match(await call('am_head', 'DELETE', path, undefined, { 'if-match': '"3"' }), { status: 200 })
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    t.match(await call('bod', method, path, method === 'PUT' ? { name: 'x' } : undefined), {
      status: 404,
      headers: { 'x-error-code': 'draft_not_found' },
    })

  const log = await app.db.rows(
    `select action, user_id, before->'version' as before, after->'version' as after
     from audit_log where entity = 'config_draft' and entity_id = $1 order by id`,
    [String(made.body.id)],
  )
  t.same(log, [
    { action: 'config_draft.created', user_id: user.ops_head.id, before: null, after: 1 },
    { action: 'config_draft.updated', user_id: user.am_head.id, before: 1, after: 2 },
    { action: 'config_draft.updated', user_id: user.am_head.id, before: 2, after: 3 },
    { action: 'config_draft.deleted', user_id: user.am_head.id, before: 3, after: null },
  ])
})

t.test('drafts are listed newest first, in pages and as CSV', async (t) => {
  const ids = [await make([]), await make([remove('tiers', 'Gold')]), await make([])].reverse()
  const page = await call('viewer', 'GET', '/api/config/drafts?limit=2')
  t.same(
    page.body.data.map(({ id }: { id: number }) => id),
    ids.slice(0, 2),
  )
  t.match(page.body, { total: 3, page: 1, limit: 2 })
  const { data } = (await call('viewer', 'GET', '/api/config/drafts?limit=3')).body
  const { changes, guards: _, ...rest } = await draftOf(Number(ids[1]))
  t.same(data[1], { ...rest, change_count: changes.length, tried: null }, 'counts for lists')
  t.equal(data[1].change_count, 1)
  const csv = await call('viewer', 'GET', '/api/config/drafts', undefined, { accept: 'text/csv' })
  t.match(csv.body, /^\uFEFFid,name,version,changes_sha256,.*,change_count,tried/)
})

t.test('a POST with the same Idempotency-Key makes one draft', async (t) => {
  const body = { name: 'Once', changes: [] }
  const key = { 'idempotency-key': 'draft-1' }
  const first = await call('bod', 'POST', '/api/config/drafts', body, key)
  t.same((await call('bod', 'POST', '/api/config/drafts', body, key)).body, first.body)
})

t.test('what is left out is derived from the rules with the changes before it', async (t) => {
  const id = await make([
    put('tiers', { name: 'Diamond', min_score: 95, color: '#FFFFFF' }),
    put('tiers', { name: 'Star', min_score: 97, color: '#FFFFFF' }),
    put('f-score', { metric: 'overdue_share', weight: '30' }),
    put('helpdesk', { category: 'complaint', weight: 3 }),
  ])
  t.match((await draftOf(id)).changes, [
    { fields: { rank: 7, min_component_score: 0, benefits: '' } },
    { fields: { rank: 8 } },
    { fields: { weight: 30, min_volume: 1, params: {}, curve: { 0: [0, 100] } } },
    { fields: { reply_hours: 8, resolve_hours: 48 } },
  ])
})

t.test('only a draft that changes tiers must mend those whose ranks do not rise', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/tiers')).body
  const { id, rank } = data.find(({ name }: { name: string }) => name === 'Silver')
  await call('bod', 'PUT', `/api/config/tiers/${id}`, { rank: 9 })
  t.ok(await make([put('o-score', STRICTER)]))
  const body = { name: 'D', changes: [put('tiers', { name: 'Top', min_score: 99, color: '#FFFFFF' })] }
  t.match(await call('bod', 'POST', '/api/config/drafts', body), {
    status: 400,
    body: { error: /^tiers: rank must rise with min_score, but "Silver" from \d+ has rank 9 and "Gold"/ },
  })
  await call('bod', 'PUT', `/api/config/tiers/${id}`, { rank })
})

t.test('a record that was read may be sent as fields, its dates are left out', async (t) => {
  const [record] = (await call('bod', 'GET', '/api/config/grace-period')).body.data
  const id = await make([put('grace-period', record)])
  t.same((await draftOf(id)).changes, [
    put('grace-period', { name: record.name, contract_type: null, days: record.days }),
  ])
})

t.test('changes that are not right answer 400 with a sentence that names them', async (t) => {
  const half = { p_score: 20, o_score: 20, t_score: 20, f_score: 20, i_score: 10 }
  const tier = { name: 'X', min_score: 80, color: '#FFFFFF' }
  const many = (count: number, more: object) =>
    Array.from({ length: count }, (_, n) => put('helpdesk', { category: `c${n}`, ...more }))
  const twice = put('surcharge', { ...LATE_FEE, surcharge_type: 'Payment block' })
  const platinum = put('tiers', { ...tier, name: 'Platinum', min_score: 93 })
  /** What is refused, by the code of the answer. */
  const cases: Record<string, [unknown[], RegExp][]> = {
    invalid_field: [
      [[put('weather', {})], /^changes\[0\]\.type must be one of score-weights/],
      [[{ ...put('tiers', tier), identity: 'X' }], /^changes\[0\]\.identity is for remove/],
      [[{ ...remove('tiers', 'Gold'), fields: {} }], /^changes\[0\]\.fields is for put/],
      [
        [put('o-score', { metric: 'charm', weight: 1 })],
        /^changes\[0\]\.fields\.metric must be one of seller_cancel_rate/,
      ],
      [
        [remove('tiers', 'Gold'), put('o-score', { ...STRICTER, curve: [[1, 1]] })],
        /^changes\[1\]\.fields\.curve must have at least 2/,
      ],
      [many(201, { weight: 1 }), /^changes must have at most 200/],
      [many(40, { note: 'x'.repeat(8_000) }), /^changes must be at most 262144 bytes/],
      [
        [put('tiers', { ...tier, benefits: 'x'.repeat(9_000) })],
        /^changes\[0\]\.fields must be at most 8192 bytes/,
      ],
      [[put('tiers', { ...tier, is_active: false })], /^changes\[0\]\.fields\.is_active/],
    ],
    unknown_field: [
      [[{ ...remove('tiers', 'Gold'), x: 1 }], /^changes\[0\]\.x is not/],
      [
        [put('tiers', { ...tier, colour: 1 })],
        /^changes\[0\]\.fields\.colour is not a known field here; known are name/,
      ],
    ],
    field_required: [
      [[{ type: 'tiers', op: 'put' }], /^changes\[0\]\.fields is required/],
      [[{ type: 'tiers', op: 'remove' }], /^changes\[0\]\.identity is r/],
      [[put('score-weights', { p_score: 100 })], /^changes\[0\]\.fields\.o_score is required/],
    ],
    duplicate_value: [
      [
        [remove('surcharge', 'payment_block'), twice],
        /^changes\[1\] is about the same as changes\[0\] \(surcharge payment_block\)/,
      ],
    ],
    unknown_reference: [[[remove('tiers', 'Wood')], /^changes\[0\]: tiers has no record of Wood to remove/]],
    rules_unusable: [
      [[put('score-weights', half)], /^score-weights: p_score, .* must add up to 100/],
      [
        [platinum, put('tiers', { ...tier, name: 'Between', min_score: 90 })],
        /^tiers: rank must rise with min_score, but "Between" from 90 has rank 6 and "Platinum" from 93 rank 6/,
      ],
      [
        [put('tiers', { ...tier, name: 'Gold', min_score: 1 })],
        /^tiers: rank must rise with min_score, but "Gold" from 1 has rank 5 and "At Risk" from \d+ rank 2/,
      ],
    ],
  }
  for (const [code, refused] of Object.entries(cases))
    for (const [changes, error] of refused)
      t.match(await call('bod', 'POST', '/api/config/drafts', { name: 'D', changes }), {
        ...{ status: 400, body: { error }, headers: { 'x-error-code': code } },
      })
  const { body } = await call('bod', 'GET', '/api/config/drafts?limit=1')
  t.equal(body.data[0].change_count < 5, true, 'none of them is kept')
})

t.test('golden scores name a seller, a tier of the changed rules, and nothing twice', async (t) => {
  const golden = { seller_code: 'S-1001', period: '2026-03', tier: 'Gold' }
  const again = /^guards\.golden\[1\] names S-1001 in 2026-03 again/
  const cases: [object[], object[], RegExp][] = [
    [[], [{ ...golden, seller_code: 'S-9' }], /^guards\.golden\[0\]\.seller_code: there is no seller S-9/],
    [[remove('tiers', 'Gold')], [golden], /^guards\.golden\[0\]\.tier must be one of Platinum, Silver/],
    [[], [golden, { ...golden, tier: 'Silver' }], again],
    [[], [golden, { ...golden, seller_code: 'S\u20111001' }], again],
    [[], [{ ...golden, period: '2026-13' }], /^guards\.golden\[0\]\.period/],
  ]
  for (const [changes, list, error] of cases) {
    const draft = { name: 'D', changes, guards: { golden: list } }
    t.match(await call('bod', 'POST', '/api/config/drafts', draft), { status: 400, body: { error } })
  }
})
