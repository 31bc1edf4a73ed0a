import t from 'tap'
import { testApp } from '../setup/app.ts'
import { ownFields, RULE, TIER, WEIGHTS } from './a-record.ts'

const { call } = await testApp(t)
const all = async (type: string) =>
  (await call('bod', 'GET', `/api/config/${type}?all=true&limit=500`)).body.data
const before = await Promise.all(['score-weights', 'tiers', 'o-score'].map(all))
const [[weights], tiers] = before
const tier = (name: string) => tiers.find((record: { name: string }) => record.name === name)
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

t.test('what would leave a set unusable answers 400 with the reason and the month', async (t) => {
  const cases: [string, string, object | undefined, RegExp][] = [
    [
      'weights that do not add up',
      'POST score-weights',
      { ...WEIGHTS, p_score: 21, effective_from: '2026-01' },
      /must add up to 100, .* 101 \(from 2026-01 on\)\.$/,
    ],
    [
      'weights that do not add up in a change',
      `PUT score-weights/${weights.id}`,
      { ...WEIGHTS, i_score: 0 },
      /must add up to 100/,
    ],
    [
      'the only weights deleted',
      `DELETE score-weights/${weights.id}`,
      undefined,
      /^contract_type: .*\(from 2000-01 on\)/,
    ],
    [
      'the only weights ended',
      `PUT score-weights/${weights.id}`,
      { ...ownFields(weights), effective_to: '2026-12' },
      /^contract_type: .*\(from 2027-01 on\)/,
    ],
    [
      'the only weights begun later',
      `PUT score-weights/${weights.id}`,
      { ...ownFields(weights), effective_from: '2026-01' },
      /^contract_type: .*\(from 2000-01 on\)/,
    ],
    [
      'the only weights for one contract type',
      `PUT score-weights/${weights.id}`,
      { ...WEIGHTS, contract_type: 'premium' },
      /^contract_type/,
    ],
    [
      'weights from before all others for one contract type',
      'POST score-weights',
      { ...WEIGHTS, contract_type: 'premium', effective_from: '1999-12' },
      /^contract_type: .*\(from 1999-12 on\)/,
    ],
    [
      'a curve that does not rise',
      'POST o-score',
      {
        ...RULE,
        curve: [
          [90, 0],
          [90, 100],
        ],
      },
      /^curve of on_time_ready_rate: x must rise/,
    ],
    [
      'a metric that nobody knows',
      'POST o-score',
      { ...RULE, metric: 'charm' },
      /^metric must be one of .* not "charm"/,
    ],
    [
      'two tiers with one min_score',
      'POST tiers',
      { ...TIER, min_score: 90 },
      /^min_score 90 belongs to two records/,
    ],
    [
      'no tier at 0',
      `DELETE tiers/${tier('Critical').id}`,
      undefined,
      /^min_score: one tier must have min_score 0/,
    ],
    [
      'an unknown KPI metric',
      'POST am-kpi-weight',
      {
        metric: 'charm',
        weight: 1,
        curve: [
          [0, 0],
          [1, 100],
        ],
      },
      /^metric must be one of/,
    ],
    [
      'a surcharge on an unknown metric',
      'POST surcharge',
      { surcharge_type: 'x', metric: 'charm', above: 1, reason: 'R' },
      /^metric must be one of/,
    ],
  ]
  for (const [title, asked, body, error] of cases)
    t.test(title, async (t) => {
      const [method, path] = asked.split(' ')
      const answer = await call('bod', method as 'POST', `/api/config/${path}`, body)
      t.match(answer, { status: 400, body: { error } })
    })
})

t.test('nothing of all this was kept', async (t) => {
  t.same(await Promise.all(['score-weights', 'tiers', 'o-score'].map(all)), before)
})
