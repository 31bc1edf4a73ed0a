import t from 'tap'
import { changeRules, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import previewRules from '../../../src/scoring/simulation/preview.ts'
import { aggregatesOf, anInput, set as before, rules, VALUES } from '../a-seller.ts'

const inputOf = (seller_code: string, values: readonly (number | null)[]) =>
  anInput({ seller: { ...anInput().seller, seller_code }, aggregates: aggregatesOf(values) })
const inputs = [
  ...Object.entries(VALUES).map(([name, values]) => inputOf(name, values)),
  inputOf('silent', Array(14).fill(null)),
]
const texts = inputs.map((input) => scoreSeller(rules, input).inputs)
/** On time below 99 % brings fewer points. */
const STRICTER: RuleChange = {
  type: 'o-score',
  op: 'put',
  fields: {
    metric: 'on_time_ready_rate',
    weight: 40,
    min_volume: 30,
    params: {},
    curve: [
      [90, 0],
      [99, 100],
    ],
  },
}
const preview = (changes: RuleChange[]) =>
  previewRules({ texts, before, after: changeRules(before, changes) })

t.test('without changes nobody moves, and before is the score', async (t) => {
  t.same(preview([]), {
    sellers: 5,
    unreadable: 0,
    mean_before: 78.35, // 90.35, 72.93, 50.1 and 100
    mean_after: 78.35,
    migration: [
      { from: 'Platinum', to: 'Platinum', count: 2 },
      { from: 'Silver', to: 'Silver', count: 1 },
      { from: 'Bronze', to: 'Bronze', count: 1 },
      { from: 'Unrated', to: 'Unrated', count: 1 },
    ],
    movers: [],
    values: [],
  })
})

t.test('says which values sellers have of a metric, of many a hundred evenly', async (t) => {
  const valuesOf = (texts: string[]) =>
    previewRules({ texts, before, after: before, metrics: ['on_time_ready_rate'] }).values
  const known = inputs.flatMap(
    (input) =>
      scoreSeller(rules, input).explanation.metrics.find(({ metric }) => metric === 'on_time_ready_rate')
        ?.value ?? [],
  )
  const sorted = known.toSorted((a, b) => a - b)
  t.same(valuesOf(texts), [{ metric: 'on_time_ready_rate', values: sorted }])
  const many = valuesOf(Array.from({ length: 60 }, () => texts).flat())[0]?.values ?? []
  t.equal(many.length, 100)
  t.same([...new Set(many)], [...new Set(sorted)], 'none of them is left out')
  t.same(preview([STRICTER]).values, [], 'only of those that are asked for')
})

t.test('after is what the engine gives; another tier comes first, then the largest change', async (t) => {
  const changed = prepareRules(changeRules(before, [STRICTER]))
  const { movers, mean_after, migration } = preview([STRICTER])
  t.same(
    movers.map(({ seller_code }) => seller_code),
    ['weak', 'good', 'average'],
  )
  for (const { seller_code, delta, ...mover } of movers) {
    const input = inputs.find(({ seller }) => seller.seller_code === seller_code) as (typeof inputs)[number]
    const [old, now] = [scoreSeller(rules, input), scoreSeller(changed, input)]
    t.same(mover, {
      total_before: old.total_sos,
      total_after: now.total_sos,
      tier_before: old.tier.name,
      tier_after: now.tier.name,
    })
    t.equal(delta, Math.round((now.total_sos - old.total_sos) * 100) / 100)
  }
  t.ok((mean_after as number) < 78.35)
  t.equal(
    migration.reduce((sum, { count }) => sum + count, 0),
    5,
  )
})

t.test('a tier that moves without its total is a move', async (t) => {
  const tier = before.tiers.find(({ name }) => name === 'Silver') as (typeof before.tiers)[number]
  const { id: _, version: __, ...silver } = tier
  const { movers, migration } = preview([{ type: 'tiers', op: 'put', fields: { ...silver, min_score: 73 } }])
  t.same(movers, [
    {
      seller_code: 'average',
      total_before: 72.93,
      total_after: 72.93,
      delta: 0,
      tier_before: 'Silver',
      tier_after: 'Bronze',
    },
  ])
  t.match(migration[1], { from: 'Silver', to: 'Bronze', count: 1 })
})

t.test('who is unrated before or after stands last, however far the number moves', async (t) => {
  const unrated = inputOf('forecasts only', [100, 100, 0, ...Array(11).fill(null)])
  const all = [scoreSeller(rules, unrated).inputs, ...texts]
  const lenient: RuleChange = {
    type: 'p-score',
    op: 'put',
    fields: {
      ...{ metric: 'forecast_error', weight: 60, min_volume: 1, params: {} },
      curve: [
        [0, 100],
        [200, 50],
      ],
    },
  }
  const { movers } = previewRules({ texts: all, before, after: changeRules(before, [lenient]) })
  const [first, last] = [movers[0], movers.at(-1)]
  t.match(last, { seller_code: 'forecasts only', tier_before: 'Unrated', tier_after: 'Unrated' })
  t.ok(Math.abs(last?.delta ?? 0) > Math.abs(first?.delta ?? 0), `${last?.delta} and ${first?.delta}`)
})

t.test('texts that this code can not read are counted', async (t) => {
  const odd = ['{}', 'no JSON', '{"seller":{"seller_code":"x"},"period":"2026-05"}', ...texts.slice(0, 1)]
  t.match(previewRules({ texts: odd, before, after: before }), { sellers: 1, unreadable: 3 })
  const none = { mean_before: null, mean_after: null }
  t.match(previewRules({ texts: texts.slice(4), before, after: before }), none, 'nobody rated has no mean')
})

t.test('at most twenty movers are named', async (t) => {
  const many = Array.from({ length: 30 }, (_, n) => scoreSeller(rules, inputOf(`S-${n}`, VALUES.weak)).inputs)
  const { movers } = previewRules({ texts: many, before, after: changeRules(before, [STRICTER]) })
  t.equal(movers.length, 20)
  t.same(
    movers.map(({ seller_code }) => seller_code),
    movers.map(({ seller_code }) => seller_code).sort(),
  )
})
