import t from 'tap'
import { testApp } from '../setup/app.ts'
import { RULE, TIER, WEIGHTS } from './a-record.ts'

const { call } = await testApp(t)
const all = async (type: string) =>
  (await call('bod', 'GET', `/api/config/${type}?all=true&limit=500`)).body.data
const before = await Promise.all(['score-weights', 'tiers', 'o-score'].map(all))
const [[weights], tiers] = before
const tier = (name: string) => tiers.find((record: { name: string }) => record.name === name)
const own = ({
  id,
  version,
  is_active,
  effective_from,
  effective_to,
  created_at,
  updated_at,
  updated_by,
  identity,
  in_force,
  ...fields
}: Record<string, unknown>) => fields

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
      { ...own(weights), effective_to: '2026-12' },
      /^contract_type: .*\(from 2027-01 on\)/,
    ],
    [
      'the only weights begun later',
      `PUT score-weights/${weights.id}`,
      { ...own(weights), effective_from: '2026-01' },
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
