import t from 'tap'
import {
  adjustmentProblem,
  adjustmentWarning,
  exceptionsInForce,
  isKnownAdjustment,
} from '../../src/scoring/adjustments.ts'
import { anException } from './a-seller.ts'

t.test('a known op with a bad value has a problem that names the field', async (t) => {
  const bad: unknown[] = [
    { op: 'set' },
    { op: 'add', value: '5' },
    { op: 'multiply', value: null },
    { op: 'multiply', value: -1 },
    { op: 'set', value: 100.5 },
    { op: 'floor', value: -1 },
    { op: 'cap', value: Number.NaN },
  ]
  for (const rule of bad) {
    t.match(adjustmentProblem(rule), /^adjustment_rule\.value must/, JSON.stringify(rule))
    t.equal(isKnownAdjustment(rule, 'o_score'), false)
  }
})

t.test('a known op with a good value has none', async (t) => {
  for (const rule of [
    { op: 'exclude' },
    { op: 'set', value: 0 },
    { op: 'add', value: -5.5 },
    { op: 'multiply', value: 1.1 },
    { op: 'floor', value: 50 },
    { op: 'cap', value: 100, note: 'more than is needed' },
  ]) {
    t.equal(adjustmentProblem(rule), null, JSON.stringify(rule))
    t.equal(isKnownAdjustment(rule, 'o_score'), true)
  }
})

t.test('a rule that scoring does not know has no problem but a warning', async (t) => {
  for (const rule of [
    {},
    { op: 'double' },
    { op: 'toString', value: 1 },
    { op: ['set'], value: 1 },
    { waive: true },
    null,
  ]) {
    t.equal(adjustmentProblem(rule), null, JSON.stringify(rule))
    t.match(adjustmentWarning(rule, null), /kept but changes no score/)
  }
})

t.test('exclude needs a component, and a component must be one of the five', async (t) => {
  t.match(adjustmentWarning({ op: 'exclude' }, null), /needs score_component_affected/)
  t.match(
    adjustmentWarning({ op: 'set', value: 1 }, 'x_score'),
    /score_component_affected is none of p_score/,
  )
  t.equal(adjustmentWarning({ op: 'set', value: 1 }, null), null)
})

t.test('an exception is in force when its dates touch the month', async (t) => {
  const cases: [string, string | null, boolean][] = [
    ['2026-05-31', null, true],
    ['2026-06-01', null, false],
    ['2026-01-01', '2026-05-01', true],
    ['2026-01-01', '2026-04-30', false],
    ['2026-05-10', '2026-05-10', true],
  ]
  for (const [effective_from, effective_to, wanted] of cases) {
    const inForce = exceptionsInForce([anException({ effective_from, effective_to })], '2026-05')
    t.equal(inForce.length, wanted ? 1 : 0, `${effective_from} to ${effective_to ?? 'no end'}`)
  }
})
