import fc from 'fast-check'
import t from 'tap'
import { openMonths, silentFeeds } from '../../../console/logic/needs.ts'
import { latestOf } from '../../../console/logic/run-state.ts'
import { isNarrowed, SCORE_LIST, STATUSES, scoresQuery } from '../../../console/logic/score-list.ts'
import { figuresOf, sinceFirstScored, stackOf } from '../../../console/logic/trend-figures.ts'
import { readState, writeState } from '../../../console/logic/url-state.ts'

t.test('the list of scores comes back from its address', async () => {
  fc.assert(
    fc.property(
      fc.record({
        q: fc.string({ maxLength: 200 }),
        status: fc.constantFrom(...STATUSES, '' as const),
        tier: fc.string({ maxLength: 60 }),
        am: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
        warehouse: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
        sort: fc.constantFrom('seller_code' as const, '-total_sos' as const, 'delta' as const),
        page: fc.integer({ min: 1, max: 900 }),
      }),
      (values) => {
        const search = new URLSearchParams(writeState(SCORE_LIST, values))
        t.same(readState(SCORE_LIST, Object.fromEntries(search)), values)
      },
    ),
  )
})

t.test('an address that makes no sense shows the whole list', async (t) => {
  const values = readState(SCORE_LIST, { status: 'lost', page: '-1', am: 'x', sort: 'weight' })
  t.notOk(isNarrowed(values))
  t.same(scoresQuery(values, '2026-10'), {
    period: '2026-10',
    search: undefined,
    status: undefined,
    tier: undefined,
    am_id: undefined,
    warehouse_id: undefined,
    sort: 'seller_code',
    page: 1,
    limit: 50,
  })
})

t.test('feeds are silent without a push, without facts of the month, or for long', async (t) => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const months = [{ period: '2026-11', created: 5 }]
  const feeds = [
    { feed: 'orders', last_pushed_at: '2026-11-22T11:00:00Z', periods: months },
    { feed: 'tickets', last_pushed_at: '2026-11-20T11:00:00Z', periods: months },
    { feed: 'payments', last_pushed_at: null, periods: [] },
    { feed: 'revenue', last_pushed_at: '2026-11-22T11:00:00Z', periods: [{ period: '2026-10', created: 1 }] },
    { feed: 'sellers', last_pushed_at: '2026-11-22T11:00:00Z', periods: [] },
  ]
  const told = (isCurrent: boolean) =>
    silentFeeds(feeds, '2026-11', isCurrent, now).map(({ feed, why }) => [feed, why])
  t.same(told(true), [
    ['tickets', 'late'],
    ['payments', 'never'],
    ['revenue', 'month'],
  ])
  t.same(told(false).length, 2, 'of a month that is over nothing more is awaited')
})

t.test('months that are over and open are told, the oldest first', async (t) => {
  const statuses = { draft: 2, under_review: 1, final: 4 }
  const closed = { draft: 0, under_review: 0, final: 7 }
  t.same(
    openMonths(
      [
        { period: '2026-11', statuses },
        { period: '2026-10', statuses },
        { period: '2026-09', statuses: closed },
        { period: '2026-08', statuses },
        { period: '2026-07', statuses: null },
      ],
      '2026-11',
    ),
    [
      { period: '2026-08', open: 3 },
      { period: '2026-10', open: 3 },
    ],
  )
})

t.test('a run is shown as far as anybody has told', async (t) => {
  const run = (id: number, status: 'running' | 'completed') => ({ id, status })
  t.equal(latestOf(undefined, null), undefined)
  t.same(latestOf(run(1, 'running'), run(1, 'completed')), run(1, 'completed'), 'the stream is ahead')
  t.same(latestOf(run(1, 'completed'), run(1, 'running')), run(1, 'completed'), 'the list is ahead')
  t.same(latestOf(run(2, 'running'), run(1, 'completed')), run(2, 'running'), 'a newer run was begun')
})

t.test('figures stand against the month before, where it has any', async (t) => {
  const month = (scored: number, mean: number | null) => ({
    period: '2026-10',
    scored,
    mean,
    statuses: { draft: scored, under_review: 0, final: 0 },
    appeals: { open: 1 },
    surcharges: { pending: { count: 2, amount: 12.5 } },
  })
  t.same(figuresOf([month(4, 60.1), month(6, 60.4)]).mean, { value: 60.4, change: 0.3 })
  t.same(figuresOf([month(0, null), month(6, 60.4)]).scored, { value: 6, change: null })
  t.same(figuresOf([]).mean, { value: null, change: null })
  t.same(sinceFirstScored([month(0, null), month(3, 1), month(0, null)]).length, 2)
  t.same(sinceFirstScored([month(0, null), month(0, null)]).length, 1)
})

t.test('a stack reaches from 0 to 1 without gaps', async (t) => {
  const tier = fc.record({
    name: fc.string(),
    color: fc.constant('#888888'),
    rank: fc.nat(9),
    count: fc.integer({ min: 1, max: 500 }),
  })
  fc.assert(
    fc.property(fc.array(tier, { minLength: 1, maxLength: 8 }), (tiers) => {
      const parts = stackOf(tiers)
      t.equal(parts[0]?.from, 0)
      t.equal(parts.at(-1)?.to, 1)
      for (const [index, part] of parts.slice(1).entries()) t.equal(part.from, parts[index]?.to)
    }),
    { numRuns: 50 },
  )
})
