import t from 'tap'
import { fieldsOf } from '../../../plugins/console/pages/screens/rules/fields.ts'
import { METRICS_OF } from '../../../plugins/console/pages/screens/rules/metric-facts.ts'
import { summaryOf } from '../../../plugins/console/pages/screens/rules/summary.ts'
import { defaultRules } from '../../../src/scoring/default-rules.ts'
import { METRICS } from '../../../src/scoring/metrics.ts'
import { AM_METRICS } from '../../../src/scoring/rule-set.ts'
import { RULE_SCHEMAS, RULE_TYPES } from '../../../src/scoring/rules.ts'

interface Schema {
  type: string | string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
}

t.test('a form has the fields of its type, with the limits of the schema', async (t) => {
  for (const type of RULE_TYPES) {
    const schemas = RULE_SCHEMAS[type].properties as unknown as Record<string, Schema>
    t.same(new Set(fieldsOf(type).map(([name]) => name)), new Set(Object.keys(schemas)), type)
    for (const [name, { kind, min, max, none }] of fieldsOf(type)) {
      const { minimum, exclusiveMinimum, maximum, maxLength, type: kinds } = schemas[name] as Schema
      t.equal(
        none !== undefined,
        Array.isArray(kinds) && kinds.includes('null'),
        `${type} ${name} may be null`,
      )
      if (kind === 'choice' || kind === 'curve' || kind === 'params' || kind === 'color') continue
      t.equal(max, kind === 'text' || kind === 'long' ? maxLength : maximum, `the most of ${type} ${name}`)
      t.equal(min, minimum ?? exclusiveMinimum, `the least of ${type} ${name}`)
    }
  }
})

t.test('the pages know the metrics of the service, with their units and settings', async (t) => {
  const known = Object.values(METRICS_OF).flatMap((metrics) => Object.entries(metrics))
  for (const { name, unit, counts, params } of METRICS) {
    const found = known.find(([one]) => one === name)?.[1]
    t.same([found?.unit, found?.counts, found?.params ?? {}], [unit, counts, params], name)
  }
  t.same(Object.keys(METRICS_OF['am-kpi-weight'] ?? {}), AM_METRICS)
})

t.test('every rule that a new service has is told in a plain sentence', async (t) => {
  for (const type of RULE_TYPES)
    for (const rule of defaultRules[type]) {
      const text = summaryOf(type, rule)
      t.notMatch(text, /undefined|NaN|–/, text)
      t.ok(text.length > 10)
    }
  t.equal(
    summaryOf('surcharge', defaultRules.surcharge[0] ?? {}),
    'Forecast error above 50 %: 100 at once and 2 for each point above, at most 200.',
  )
})
