import t from 'tap'
import { fieldsOf } from '../../../../console/screens/rules/fields.ts'
import { wordsOf } from '../../../../console/screens/rules/types.ts'
import { defaultRules } from '../../../../src/scoring/default-rules.ts'
import { RULE_SCHEMAS, RULE_TYPES } from '../../../../src/scoring/rules.ts'

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

t.test('every rule that a new service has is told in a plain sentence', async (t) => {
  for (const type of RULE_TYPES)
    for (const rule of defaultRules[type]) {
      const text = wordsOf(type).summary(rule)
      t.notMatch(text, /undefined|NaN|–/, text)
      t.ok(text.length > 10)
    }
  t.equal(
    wordsOf('surcharge').summary(defaultRules.surcharge[0] ?? {}),
    'Forecast error above 50 %: 100 at once and 2 for each point above, at most 200.',
  )
})
