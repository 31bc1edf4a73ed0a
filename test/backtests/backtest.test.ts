import t from 'tap'
import { plainly } from '../../src/domain/words/plainly.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { Rule } from '../../src/scoring/rules.ts'
import { testApp } from '../setup/app.ts'
import { adopt, CHANGES } from './draft.ts'
import { BEFORE, calculate, contents, ended, MONTHS, makeDraft, makeWorld, request } from './setup.ts'

const one = await testApp(t, { WORKER: 'on' })
const { app, call } = one
await makeWorld(app.db)
await calculate(one, [BEFORE, ...MONTHS])
const adopted = await testApp(t, { WORKER: 'on' })
await makeWorld(adopted.app.db)
await calculate(adopted, [BEFORE])
await adopt(adopted, MONTHS[0] as string)
await calculate(adopted, MONTHS)

const before = await contents(app.db)
const guards = {
  max_tier_drops: 1,
  max_surcharge_increase: 1_000_000,
  max_psi: null,
  golden: [
    { seller_code: 'BT-00001', period: '2026-03', tier: 'Nothing' },
    { seller_code: 'BT-00001', period: '2020-01', tier: 'Gold' },
  ],
}
const draft_id = await makeDraft(app.db, CHANGES, guards)
const drafted = await contents(app.db)
const id = await request(one, { draft_id, bonus_base: 1000 })
const found = await ended(one, id)
const sellers = async (query = '') =>
  (await call('viewer', 'GET', `/api/backtests/${id}/sellers?limit=500${query}`)).body

type Component = 'p-score' | 'o-score' | 't-score' | 'f-score' | 'i-score'
type Row = Record<'seller_code' | 'period' | 'tier_before' | 'tier_after', string> &
  Record<'total_before' | 'total_after' | 'surcharges_before' | 'surcharges_after', number> &
  Record<'why_before' | 'why_after', string | null> &
  Record<'is_rated_before' | 'is_rated_after', boolean> & { company_name: string; delta: number }

t.test('a backtest is completed', async (t) => {
  t.match(found, {
    ...{ id, draft_id, name: 'Draft', status: 'completed', error: null, waiting_for: null },
    ...{ from: '2026-03', to: '2026-05', bonus_base: 1000, sellers: 60, parts_total: 3, parts_done: 3 },
    ...{ scores: 180, changes: CHANGES },
  })
})

t.test('writes nothing but its own tables', async (t) => {
  t.not(drafted.config_drafts, before.config_drafts, 'what is compared sees a change')
  t.same(await contents(app.db), drafted)
})

t.test(
  'has before what is stored, for the rules have not changed, and after what the draft would bring',
  async (t) => {
    t.equal(found.stored_differs, 0)
    const rows: Row[] = (await sellers()).data
    const storedBy = async (where: typeof one) =>
      (
        await where.app.db.rows<object>`
        select code, period, total_sos, tier_name from monthly_scores where period >= '2026-03' order by code, period`
      ).map(Object.values)
    t.same(
      rows.map((row) => [row.seller_code, row.period, row.total_before, row.tier_before]),
      await storedBy(one),
    )
    t.same(
      rows.map((row) => [row.seller_code, row.period, row.total_after, row.tier_after]),
      await storedBy(adopted),
    )
    t.ok(
      found.tier_drops > 10 && found.tier_drops < rows.length,
      `${found.tier_drops} of ${rows.length} drop`,
    )
  },
)

t.test('says why a score that comes into another tier is in that of each side', async (t) => {
  const rows: Row[] = (await sellers()).data
  const moved = rows.filter(({ tier_before, tier_after }) => tier_before !== tier_after)
  t.ok(moved.length > 10, `${moved.length} move`)
  for (const { seller_code, period, why_before, why_after } of moved) {
    const url = `/api/sos/sellers/${seller_code}/score/explanation?period=${period}`
    const [before, after] = [await call('viewer', 'GET', url), await adopted.call('viewer', 'GET', url)]
    t.same(
      [why_before, why_after],
      [before.body.tier.sentence, after.body.tier.sentence].map((said) => plainly(said)),
    )
  }
  const kept = rows.filter((row) => !moved.includes(row))
  t.same([...new Set(kept.flatMap(({ why_before, why_after }) => [why_before, why_after]))], [null])
})

t.test('its matrix says how the scores of both moved, and sums up to them', async (t) => {
  const pairs = new Map<string, number>()
  for (const { tier_before, tier_after } of (await sellers()).data as Row[])
    pairs.set(`${tier_before} ${tier_after}`, (pairs.get(`${tier_before} ${tier_after}`) ?? 0) + 1)
  const matrix = found.migration as { from: string; to: string; count: number }[]
  t.same(new Map(matrix.map(({ from, to, count }) => [`${from} ${to}`, count])), pairs)
  const tiersOf = (where: typeof one) =>
    where.app.db.rows<{ tier: string; count: number }>`
      select tier_name as tier, count(*) as count from monthly_scores where period >= '2026-03' group by 1 order by 1`
  for (const [side, where] of [
    ['before', one],
    ['after', adopted],
  ] as const)
    t.same(
      Object.entries(found.distribution as Record<string, { before: number; after: number }>)
        .map(([tier, counts]) => ({ tier, count: counts[side] }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => (a.tier < b.tier ? -1 : 1)),
      await tiersOf(where),
    )
})

t.test('counts the surcharges that both rules bring', async (t) => {
  const dueIn = async (where: typeof one) => {
    let sum = 0
    for (const period of MONTHS) {
      const { body } = await where.call('bod', 'POST', '/api/surcharges/evaluate', { period, dry_run: true })
      for (const { amount } of body.data) sum += Math.round(amount * 100)
    }
    return (sum / 100).toFixed(2)
  }
  t.same(found.money.surcharges, { before: await dueIn(one), after: await dueIn(adopted) })
  t.not(found.money.surcharges.before, found.money.surcharges.after)
})

t.test('says who is charged otherwise, the largest difference first', async (t) => {
  const differs = (row: Row) => row.surcharges_before !== row.surcharges_after
  const changeOf = (row: Row) => Math.round(100 * Math.abs(row.surcharges_after - row.surcharges_before))
  const all: Row[] = (await sellers()).data
  const { data, total } = await sellers('&surcharges_differ=true&sort=surcharges')
  t.equal(total, all.filter(differs).length)
  t.ok(total > 5 && data.every(differs), `${total} are charged otherwise`)
  t.same(
    data.map(changeOf),
    data.map(changeOf).toSorted((a: number, b: number) => b - a),
  )
  t.equal((await sellers('&surcharges_differ=false')).total, all.length - total)
})

t.test('has the bonus of each account manager by both rules', async (t) => {
  const percents = (where: typeof one) =>
    where.app.db.rows<{ am_id: number; period: string; percent: number | null }>`
      select am_id, period, percent from am_kpis where period >= '2026-03' order by period, am_id`
  const bonuses = found.money.am_bonus as Record<string, number | string>[]
  t.same(
    bonuses.map(({ am_id, period, percent_before }) => ({ am_id, period, percent: percent_before })),
    await percents(one),
  )
  t.same(
    bonuses.map(({ am_id, period, percent_after }) => ({ am_id, period, percent: percent_after })),
    await percents(adopted),
  )
  for (const { percent_after, amount_after } of bonuses)
    t.equal(amount_after, (Number(percent_after) * 10).toFixed(2))
  t.equal(bonuses.length, 9)
})

t.test('says which guards hold', async (t) => {
  t.match(found.guards, [
    { guard: 'max_tier_drops', ok: false, limit: 1, value: found.tier_drops },
    { guard: 'max_surcharge_increase', ok: true, limit: 1_000_000 },
    {
      guard: 'golden',
      ok: false,
      limit: 'Nothing',
      value: String,
      seller_code: 'BT-00001',
      period: '2026-03',
    },
    { guard: 'golden', ok: false, limit: 'Gold', value: null, seller_code: 'BT-00001', period: '2020-01' },
  ])
  t.equal(found.guards.length, 4)
})

t.test('lists sellers by how they moved', async (t) => {
  const down = await sellers('&moved=down')
  t.equal(down.total, found.tier_drops)
  t.equal((await sellers('&moved=up')).total, found.tier_rises)
  t.equal((await sellers('&moved=none')).total, 180 - found.tier_drops - found.tier_rises)
  const { tier_before, tier_after, period } = down.data[0]
  const same = down.data.filter(
    (row: Row) => row.tier_before === tier_before && row.tier_after === tier_after && row.period === period,
  )
  const query = `&from_tier=${encodeURIComponent(tier_before)}&to_tier=${encodeURIComponent(tier_after)}&period=${period}`
  t.same((await sellers(query)).data, same)
})

t.test('lists them by how far they moved, with their names, also page by page and as a file', async (t) => {
  const all: Row[] = (await sellers('&sort=delta')).data
  const byCode: Row[] = (await sellers()).data
  t.same(
    all,
    byCode.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta)), // and equals by code
  )
  t.ok(all.every(({ company_name }) => company_name))
  const query = 'sort=delta&limit=50&page='
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => call('viewer', 'GET', `/api/backtests/${id}/sellers?${query}${page}`)),
  )
  t.same(
    pages.flatMap(({ body }) => body.data),
    all,
  )
  const csv = await call('viewer', 'GET', `/api/backtests/${id}/sellers?sort=delta`, undefined, {
    accept: 'text/csv',
  })
  const lines: string[] = csv.body.trim().split('\r\n').slice(1)
  const codes = lines.map((line) => line.split(',')[0])
  t.same(
    codes,
    all.map(({ seller_code }) => seller_code),
  )
})

t.test('names those that moved most', async (t) => {
  const rows: Row[] = (await sellers()).data
  const rated = rows.filter((row) => row.is_rated_before && row.is_rated_after)
  const deltas = (sign: number) =>
    rated
      .map(({ delta }) => delta)
      .filter((delta) => Math.sign(delta) === sign)
      .sort((a, b) => sign * (b - a))
      .slice(0, 20)
  t.same(
    found.movers.up.map(({ delta }: { delta: number }) => delta),
    deltas(1),
  )
  t.same(
    found.movers.down.map(({ delta }: { delta: number }) => delta),
    deltas(-1),
  )
})

t.test('drops and rises do not hang on ranks', async (t) => {
  const fallen = async (changes: RuleChange[]) => {
    const { id, tier_drops, tier_rises, migration } = await ended(
      one,
      await request(one, { draft_id: await makeDraft(app.db, changes) }),
    )
    const listed = async (moved: string) =>
      (await call('viewer', 'GET', `/api/backtests/${id}/sellers?limit=1&moved=${moved}`)).body.total
    const moves = (migration as { from: string; to: string; count: number }[]).filter(
      ({ from, to }) => from !== to,
    )
    return { moves, tier_drops, tier_rises, listed: [await listed('down'), await listed('up')] }
  }
  const tier = (name: string, fields: Partial<Rule<'tiers'>>): RuleChange => {
    const { name: _, ...others } =
      defaultRules.tiers.find((one) => one.name === name) ?? (silver as Rule<'tiers'>)
    return { type: 'tiers', op: 'put', fields: { name, ...others, ...fields } }
  }
  const silver = defaultRules.tiers.find(({ name }) => name === 'Silver')
  const sum = (moves: { count: number }[]) => moves.reduce((all, { count }) => all + count, 0)

  // What was Silver is Between, whose rank is Silver's.
  const between = await fallen([tier('Silver', { min_score: 79 }), tier('Between', { min_score: 65 })])
  t.ok(sum(between.moves) > 0)
  t.match(between, { tier_drops: sum(between.moves), tier_rises: 0, listed: [sum(between.moves), 0] })

  const dearer = await fallen(
    defaultRules.tiers.map(({ name, rank, min_score }) =>
      tier(name, { rank: rank * 10, min_score: min_score ? min_score + 4 : min_score }),
    ),
  )
  t.ok(sum(dearer.moves) > 0)
  t.match(dearer, { tier_drops: sum(dearer.moves), tier_rises: 0, listed: [sum(dearer.moves), 0] })

  // Another name is no move.
  const renamed = await fallen([
    tier('Argent', { min_score: silver?.min_score }),
    { type: 'tiers', op: 'remove', identity: 'Silver' },
  ])
  t.ok(sum(renamed.moves) > 0)
  t.match(renamed, { tier_drops: 0, tier_rises: 0, listed: [0, 0] })
})

t.test('losing ratings is a shift, and losing all of them is not known', async (t) => {
  const needing = async (volumes: Partial<Record<Component, number>>) => {
    const changes = Object.entries(volumes).flatMap(([type, min_volume]) =>
      defaultRules[type as Component].map(
        (fields): RuleChange => ({ type: type as Component, op: 'put', fields: { ...fields, min_volume } }),
      ),
    )
    const draft_id = await makeDraft(app.db, changes, { max_psi: 0.25 })
    const { psi, guards, distribution } = await ended(one, await request(one, { draft_id, from: '2026-05' }))
    return { psi, guards, unrated: distribution.Unrated }
  }
  const many = 100_000
  const all = { 'p-score': many, 'o-score': many, 't-score': many, 'f-score': many, 'i-score': many }
  const none = await needing(all)
  t.same(none.psi, null)
  t.same(none.guards, [{ guard: 'max_psi', ok: false, limit: 0.25, value: null }])
  t.equal(none.unrated.after, 60)
  const few = await needing({ 'p-score': many, 'o-score': 39 })
  t.ok(few.unrated.after > few.unrated.before + 10 && few.unrated.after < 60, JSON.stringify(few.unrated))
  t.ok(few.psi > 0.25, few.psi)
})

t.test('an empty draft moves nobody and no money', async (t) => {
  const none = await ended(
    one,
    await request(one, { draft_id: await makeDraft(app.db, []), bonus_base: 500 }),
  )
  t.match(none, { status: 'completed', tier_drops: 0, tier_rises: 0, psi: 0, spearman: 1, guards: [] })
  t.same(none.movers, { up: [], down: [] })
  for (const { from, to } of none.migration) t.equal(from, to)
  t.equal(none.money.surcharges.before, none.money.surcharges.after)
  t.equal(none.money.surcharges.before, found.money.surcharges.before)
  for (const bonus of none.money.am_bonus) t.equal(bonus.amount_before, bonus.amount_after)
})

t.test(
  'has of each side the tickets that fall due by its own hours, and the stored totals between',
  async (t) => {
    await app.db.bulk.run(`
    insert into sellers (seller_code, company_name, contract_start_date)
      select code, code, start::date
      from (values ('DUE-A', '2024-01-01'), ('DUE-B', '2024-01-01'), ('DUE-C', '2024-01-01'), ('NEW', '2026-08-15')) s(code, start);
    insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at)
      select s.id, to_char(m, 'MM') || n, m, m + interval '1 day', m + interval '1 hour' * n
      from sellers s, unnest(array[timestamptz '2026-07-02Z', '2026-08-02Z']) m, generate_series(1, 40) n
      where seller_code like 'DUE-_' or seller_code = 'NEW';
    insert into tickets (seller_id, ticket_code, category, opened_at)
      select s.id, at, 'late', at::timestamptz
      from (values ('DUE-A', '2026-06-30T20:00Z'), ('DUE-C', '2026-07-10T20:00Z'), ('DUE-C', '2026-07-31T20:00Z')) f(code, at)
      join sellers s on s.seller_code = f.code`)
    const [from, to] = ['2026-07', '2026-08']
    await calculate(one, [from, to])
    const hours = { category: '*', weight: 1, reply_hours: 1, resolve_hours: 2 }
    const draft = await makeDraft(app.db, [{ type: 'helpdesk', op: 'put', fields: hours }])
    const { id, stored_differs, status } = await ended(one, await request(one, { draft_id: draft, from, to }))
    t.match({ stored_differs, status }, { stored_differs: 0, status: 'completed' })
    const previous = await app.db.rows<{ code: string; period: string; backtest: number; stored: number }>`
    select m.code, m.period, b.before_previous as backtest, case when m.previous_rated then m.previous_sos end as stored
    from backtest_scores b join monthly_scores m on m.seller_id = b.seller_id and m.period = b.period
    where b.backtest_id = ${id} order by code, period`
    t.same(
      previous.map(({ backtest }) => backtest),
      previous.map(({ stored }) => stored),
    )
    t.type(previous.find(({ code }) => code === 'NEW')?.backtest, 'number')

    await call('bod', 'POST', '/api/config/helpdesk', { ...hours, effective_from: '2026-06' })
    const { data } = (await call('viewer', 'GET', `/api/backtests/${id}/sellers?limit=500`)).body
    await calculate(one, [from, to])
    t.same(
      data.map((row: Row) => [row.seller_code, row.period, row.total_after]),
      (
        await app.db.rows<{ code: string; period: string; total: number }>`
        select code, period, total_sos as total from monthly_scores
        where period between ${from} and ${to} and not before_contract order by code, period`
      ).map(Object.values),
    )
  },
)

t.test('one that is forgotten while its sellers are asked for is not found', async (t) => {
  const forgotten = await request(one, { draft_id, from: '2026-05' })
  await ended(one, forgotten)
  const { row } = app.db
  t.teardown(() => Object.assign(app.db, { row }))
  const lateRow = async (...query: Parameters<typeof row>) => {
    const answer = await row(...query)
    if (String(query[0]).includes('from backtests b'))
      await call('bod', 'DELETE', `/api/backtests/${forgotten}`)
    return answer
  }
  Object.assign(app.db, { row: lateRow })
  const url = `/api/backtests/${forgotten}/sellers?moved=down`
  t.match(await call('viewer', 'GET', url), { status: 404, body: { error: /^There is no backtest/ } })
})
