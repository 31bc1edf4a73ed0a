import t from 'tap'
import type { ScoreException } from '../../src/scoring/adjustments.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

const rules = prepareRules(defaultRuleSet())
const score = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given))
const great = VALUES.great
const none = (count: number) => Array<null>(count).fill(null)
const good = aggregatesOf(VALUES.good)

/** The good seller with exceptions on it. */
const withExceptions = (...exceptions: Partial<ScoreException>[]) =>
  score({ aggregates: good, exceptions: exceptions.map(anException) })

t.test('exceptions on a component act on its raw, in order of id, clamped', async (t) => {
  const on = { score_component_affected: 'o_score' }
  const cases: [string, Partial<ScoreException>[], number][] = [
    ['set', [{ ...on, adjustment_rule: { op: 'set', value: 50 } }], 50],
    ['add', [{ ...on, adjustment_rule: { op: 'add', value: 2.5 } }], 95.2],
    ['add beyond 100', [{ ...on, adjustment_rule: { op: 'add', value: 20 } }], 100],
    ['add below 0', [{ ...on, adjustment_rule: { op: 'add', value: -93 } }], 0],
    ['multiply', [{ ...on, adjustment_rule: { op: 'multiply', value: 0.5 } }], 46.35],
    ['floor below it', [{ ...on, adjustment_rule: { op: 'floor', value: 50 } }], 92.7],
    ['floor above it', [{ ...on, adjustment_rule: { op: 'floor', value: 95 } }], 95],
    ['cap', [{ ...on, adjustment_rule: { op: 'cap', value: 60 } }], 60],
    [
      'set after add, by id and not by place',
      [
        { ...on, id: 9, adjustment_rule: { op: 'add', value: 5 } },
        { ...on, id: 2, adjustment_rule: { op: 'set', value: 40 } },
      ],
      45,
    ],
  ]
  for (const [title, exceptions, raw] of cases)
    await t.test(title, async (t) => {
      const { components, total_sos, explanation } = withExceptions(...exceptions)
      t.equal(components.o_score.raw, raw)
      t.equal(components.p_score.raw, 85.4)
      t.equal(total_sos, Math.round((90.350625 + (raw - 92.7) * 0.3) * 100) / 100)
      t.equal(explanation.components.o_score.measured, 92.7)
    })
})

t.test(
  'an exception on the total leaves the weighted components, and the explanation tells both',
  async (t) => {
    const { total_sos, components, explanation } = withExceptions(
      { id: 1, adjustment_rule: { op: 'cap', value: 60 } },
      { id: 2, adjustment_rule: { op: 'add', value: 1.005 } },
    )
    t.equal(total_sos, 61.01)
    t.strictSame(components.o_score, { raw: 92.7, weighted: 27.81 })
    t.strictSame(explanation.total, { before: 90.350625, after: 61.005 })
    t.match(explanation.exceptions, [
      { id: 1, target: 'total', applies: true, before: 90.350625, after: 60 },
      { id: 2, target: 'total', applies: true, before: 60, after: 61.005 },
    ])
  },
)

t.test('an excluded component is imputed, whatever the id of the exclude', async (t) => {
  const { explanation, components } = withExceptions(
    { id: 1, score_component_affected: 'f_score', adjustment_rule: { op: 'add', value: -10 } },
    { id: 2, score_component_affected: 'p_score', adjustment_rule: { op: 'exclude' } },
  )
  // (30 × 92.7 + 15 × 89.39… + 20 × 93.7 + 15 × 88.75) ÷ 80: the mean of what was measured
  t.equal(components.p_score.raw, 91.59)
  t.equal(components.f_score.raw, 83.7)
  t.match(explanation.components.p_score, { has_data: false, imputed: true, measured: 85.4 })
  t.match(explanation.exceptions[1], { id: 2, applies: true, before: 85.4, after: 91.588281 })
})

t.test('excludes that leave less than 60 % make the seller unrated', async (t) => {
  const exclude = { adjustment_rule: { op: 'exclude' } }
  const { tier, total_sos } = withExceptions(
    { ...exclude, id: 1, score_component_affected: 'o_score' },
    { ...exclude, id: 2, score_component_affected: 'f_score' },
  )
  t.equal(tier.name, 'Unrated')
  t.equal(total_sos, 87.6)
})

t.test('an imputed component that is set stays imputed and moves no other', async (t) => {
  const { components, explanation } = score({
    aggregates: aggregatesOf([...great.slice(0, 9), ...none(5)]),
    exceptions: [
      anException({ score_component_affected: 'f_score', adjustment_rule: { op: 'set', value: 10 } }),
    ],
  })
  t.strictSame(
    COMPONENTS.map((name) => components[name].raw),
    [100, 100, 100, 10, 100],
  )
  t.match(explanation.components.f_score, { imputed: true, has_data: false, measured: null })
  t.equal(explanation.tier.lowest?.raw, 100)
})

t.test('an exception acts on the 0 of a seller without facts, who stays unrated', async (t) => {
  const exceptions = [
    anException({ score_component_affected: 'o_score', adjustment_rule: { op: 'set', value: 80 } }),
  ]
  const { total_sos, tier } = score({ exceptions })
  t.equal(total_sos, 24)
  t.equal(tier.name, 'Unrated')
})

t.test('a rule that scoring does not know is listed and changes nothing', async (t) => {
  const { total_sos, explanation } = withExceptions({
    id: 7,
    adjustment_rule: { waive: 'all', a: 1 },
    reason: 'Fire',
  })
  t.equal(total_sos, 90.35)
  t.match(explanation.exceptions, [
    {
      id: 7,
      target: 'total',
      rule: { a: 1, waive: 'all' },
      reason: 'Fire',
      applies: false,
      before: null,
      after: null,
    },
  ])
  t.match(explanation.exceptions[0]?.warning, /changes no score/)
})

t.test('an exception of another month is not listed', async (t) => {
  t.strictSame(withExceptions({ effective_from: '2026-06-01' }).explanation.exceptions, [])
})
