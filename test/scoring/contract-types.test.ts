import t from 'tap'
import { effectiveRecords } from '../../src/scoring/effective-records.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { ruleSetProblem } from '../../src/scoring/rule-set.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { anInput, defaultRuleSet } from './a-seller.ts'

const set = defaultRuleSet()
const grace = { id: 90, version: 1, name: 'Own', contract_type: 'Key Account', days: 3650 }

t.test('a seller and a record mean the same contract type in any spelling', async (t) => {
  const rules = prepareRules({ ...set, 'grace-period': [...set['grace-period'], grace] })
  const daysOf = (contract_type: string | null) =>
    scoreSeller(rules, anInput({ seller: { ...anInput().seller, contract_type } })).explanation.grace.days
  for (const contract_type of ['Key Account', 'key_account', 'KEY-ACCOUNT'])
    t.equal(daysOf(contract_type), 3650, contract_type)
  for (const contract_type of ['key', 'keyaccount', null])
    t.equal(daysOf(contract_type), 90, `${contract_type}`)
})

t.test('a record supersedes one of the same contract type in another spelling', async (t) => {
  const dated = { is_active: true, effective_from: '2026-01', effective_to: null }
  const later = { ...grace, id: 91, contract_type: 'key_account', days: 10, effective_from: '2026-02' }
  t.match(
    effectiveRecords(
      'grace-period',
      [
        { ...grace, ...dated },
        { ...dated, ...later },
      ],
      '2026-03',
    ),
    [{ id: 91 }],
  )
  const general = { ...grace, id: 92, contract_type: null }
  t.match(
    ruleSetProblem('grace-period', [general, grace, later]),
    /^contract_type "key_account" belongs to two records/,
  )
})
