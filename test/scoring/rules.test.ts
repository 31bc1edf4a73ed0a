import { Ajv } from 'ajv'
import t from 'tap'
import { DEFAULTS_EFFECTIVE_FROM, defaultRules } from '../../src/scoring/default-rules.ts'
import { ruleSetProblem } from '../../src/scoring/rule-set.ts'
import { ownRecord, RULE_SCHEMAS, RULE_TYPES } from '../../src/scoring/rules.ts'

const ajv = new Ajv({ allErrors: true }).addKeyword('x-says')

t.test('the defaults and the examples fit their schemas, and the defaults are usable', async (t) => {
  t.equal(RULE_TYPES.length, 13)
  t.equal(DEFAULTS_EFFECTIVE_FROM, '2000-01')
  for (const type of RULE_TYPES)
    await t.test(type, async (t) => {
      const fits = ajv.compile(RULE_SCHEMAS[type])
      for (const record of [...defaultRules[type], ...(RULE_SCHEMAS[type].examples as unknown[])]) {
        fits(record)
        t.strictSame(fits.errors, null, JSON.stringify(record))
      }
      t.equal(ruleSetProblem(type, defaultRules[type]), null)
    })
})

t.test('a field that is unknown, missing or of the wrong kind does not fit', async (t) => {
  const [tier] = defaultRules.tiers
  const fits = ajv.compile(RULE_SCHEMAS.tiers)
  t.equal(fits({ ...tier, colour: '#000000' }), false)
  t.equal(fits({ ...tier, rank: undefined }), false)
  t.equal(fits({ ...tier, color: 'blue' }), false)
  t.equal(fits({ ...tier, min_score: '80' }), false)
  t.equal(fits({ ...tier, min_score: null }), true)
})

t.test('a record is reduced to what is its own', async (t) => {
  const record = {
    id: 4,
    version: 2,
    name: 'Long',
    contract_type: null,
    days: 120,
    is_active: true,
    updated_by: 9,
  }
  t.strictSame(ownRecord('grace-period', record), {
    id: 4,
    version: 2,
    name: 'Long',
    contract_type: null,
    days: 120,
  })
})

t.test('a field that a release adds has no default: a record without it stays as it is', async (t) => {
  const withDefault = RULE_TYPES.flatMap((type) =>
    Object.entries(RULE_SCHEMAS[type].properties as object).flatMap(([field, schema]) =>
      'default' in schema ? [field] : [],
    ),
  )
  const first = [
    'contract_type',
    'min_component_score',
    'benefits',
    'min_volume',
    'params',
    'amount',
    'per_point',
    'cap',
  ]
  t.same([...new Set(withDefault)], first)
})
