import t from 'tap'
import { changeRules, type RuleChange } from '../../src/scoring/draft-rules.ts'
import type { RuleRecord } from '../../src/scoring/rules.ts'
import { set as RULES } from './a-seller.ts'

const late = RULES['o-score'].find(({ metric }) => metric === 'on_time_ready_rate') as RuleRecord<'o-score'>
const { id: _, version: __, ...fields } = late

t.test('no change leaves the rules as they are', async (t) => {
  t.same(changeRules(RULES, []), RULES)
})

t.test('put replaces the record of the same identity, in its place and as its next version', async (t) => {
  const put: RuleChange = { type: 'o-score', op: 'put', fields: { ...fields, weight: 70 } }
  const changed = changeRules(RULES, [put])
  t.same(
    changed['o-score'],
    RULES['o-score'].map((record) => (record === late ? { ...late, weight: 70, version: 2 } : record)),
  )
  t.same({ ...changed, 'o-score': RULES['o-score'] }, RULES, 'and no other type')
  t.equal(late.weight, fields.weight, 'the given rules stay as they were')
})

t.test('an open word is the same in any spelling', async (t) => {
  const [general] = RULES['grace-period']
  const grace = (contract_type: string, days: number): RuleChange => ({
    type: 'grace-period',
    op: 'put',
    fields: { name: 'Premium', contract_type, days },
  })
  const changed = changeRules(RULES, [grace('premium', 10), grace('Premium ', 20)])
  t.same(changed['grace-period'], [
    general,
    { name: 'Premium', contract_type: 'Premium ', days: 20, id: -1, version: 2 },
  ])
})

t.test('remove ends a record, and one that is not there is told', async (t) => {
  const remove: RuleChange = { type: 'surcharge', op: 'remove', identity: 'payment_block' }
  const changed = changeRules(RULES, [remove])
  t.same(
    changed.surcharge,
    RULES.surcharge.filter(({ surcharge_type }) => surcharge_type !== 'payment_block'),
  )
  t.throws(
    () => changeRules(changed, [remove]),
    new RangeError('surcharge has no record of payment_block to remove'),
  )
})
