import t from 'tap'
import { testApp } from '../setup/app.ts'
import { RULE, TIER, WEIGHTS } from './a-record.ts'

const { call } = await testApp(t)
const all = async (type: string) =>
  (await call('bod', 'GET', `/api/config/${type}?all=true&limit=500`)).body.data
const before = await Promise.all(['score-weights', 'tiers', 'o-score'].map(all))
const FEE = { surcharge_type: 'late_fee', metric: 'days_beyond_terms', above: 1, reason: 'Late' }

t.test('a body that does not fit its type answers 400 and names the field', async (t) => {
  const cases: [string, string, object, RegExp][] = [
    ['a field left out', 'score-weights', { ...WEIGHTS, p_score: undefined }, /^p_score is required/],
    ['words as number', 'score-weights', { ...WEIGHTS, p_score: 'twenty' }, /^p_score must be a number/],
    ['a weight past 100', 'score-weights', { ...WEIGHTS, p_score: 101 }, /^p_score must be at most 100/],
    ['an unknown field', 'score-weights', { ...WEIGHTS, z_score: 0 }, /^z_score is not a known field/],
    ['not active', 'score-weights', { ...WEIGHTS, is_active: false }, /^is_active must be true here: DELETE/],
    [
      'no metric that is known',
      'o-score',
      { metric: 'charm', weight: 1 },
      /^metric must be one of seller_cancel_rate, .*, not "charm"/,
    ],
    ['no metric', 'o-score', { weight: 1 }, /^metric is required/],
    ['a colour by name', 'tiers', { ...TIER, color: 'gold' }, /^color/],
    ['NUL', 'tiers', { ...TIER, name: 'a\0' }, /^name holds a NUL/],
    ['a long name', 'tiers', { ...TIER, name: 'x'.repeat(81) }, /^name must have at most 80/],
    ['a curve of one point', 'o-score', { ...RULE, curve: [[1, 1]] }, /^curve must have at least 2 entries/],
    [
      'a curve of 51 points',
      'o-score',
      { ...RULE, curve: Array.from({ length: 51 }, (_, x) => [x, 1]) },
      /^curve must have at most 50 entries/,
    ],
    [
      'a point of three numbers',
      'o-score',
      {
        ...RULE,
        curve: [
          [1, 1, 1],
          [2, 2],
        ],
      },
      /^curve\[0\]/,
    ],
    ['an object as curve', 'o-score', { ...RULE, curve: {} }, /^curve must be an array/],
    ['text as param', 'o-score', { ...RULE, params: { days: 'x' } }, /^params\.days must be a number/],
    ['an amount that can not be stored', 'surcharge', { ...FEE, amount: 1e12 }, /^amount must be at most 9/],
    ['one for each point', 'surcharge', { ...FEE, per_point: 1e308 }, /^per_point must be at most 9/],
    ['a cap that can not be stored', 'surcharge', { ...FEE, cap: 1e12 }, /^cap must be at most 9/],
    ['a threshold beyond all values', 'surcharge', { ...FEE, above: -1e12 }, /^above must be at least -9/],
    [
      'hours that lead out of the calendar',
      'helpdesk',
      { category: 'x', weight: 1, reply_hours: 1e10, resolve_hours: 1 },
      /^reply_hours must be at most 87840/,
    ],
    ['half a rank', 'tiers', { ...TIER, rank: 1.5 }, /^rank must be a whole number/],
    [
      'a date for a month',
      'tiers',
      { ...TIER, effective_from: '2026-01-02' },
      /^effective_from must be a month/,
    ],
    ['month 13', 'tiers', { ...TIER, effective_from: '2026-13' }, /^effective_from must be a month/],
    [
      'an end before the start',
      'tiers',
      { ...TIER, effective_from: '2026-02', effective_to: '2026-01' },
      /^effective_to must not be before/,
    ],
  ]
  for (const [title, type, body, error] of cases)
    t.test(title, async (t) =>
      t.match(await call('bod', 'POST', `/api/config/${type}`, body), { status: 400, body: { error } }),
    )
  t.test('an end before the start that stands', async (t) => {
    const { id } = (
      await call('bod', 'POST', '/api/config/helpdesk', {
        category: 'x',
        weight: 1,
        reply_hours: 1,
        resolve_hours: 1,
        effective_from: '2026-05',
      })
    ).body
    const body = { category: 'x', weight: 1, reply_hours: 1, resolve_hours: 1, effective_to: '2026-04' }
    t.match(await call('bod', 'PUT', `/api/config/helpdesk/${id}`, body), {
      status: 400,
      body: { error: /^effective_to/ },
    })
  })
})

t.test('nothing of all this was kept', async (t) => {
  t.same(await Promise.all(['score-weights', 'tiers', 'o-score'].map(all)), before)
})
