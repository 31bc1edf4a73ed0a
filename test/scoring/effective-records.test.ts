import t from 'tap'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import {
  type DatedRecord,
  effectiveRecords,
  firstUnusablePeriod,
} from '../../src/scoring/effective-records.ts'
import { identityOf } from '../../src/scoring/in-force.ts'
import { documentedWord, sameWord } from '../../src/scoring/open-word.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'

type Grace = DatedRecord<'grace-period'>
const grace = (given: Partial<Grace>): Grace => ({
  id: 1,
  version: 1,
  name: 'Standard',
  contract_type: null,
  days: 90,
  is_active: true,
  effective_from: '2000-01',
  effective_to: null,
  ...given,
})

const idsIn = (period: string, records: Grace[]) =>
  effectiveRecords('grace-period', records, period).map(({ id }) => id)

t.test('a record is effective from its first to its last period', async (t) => {
  const records = [grace({ effective_from: '2026-02', effective_to: '2026-04' })]
  t.strictSame(
    ['2026-01', '2026-02', '2026-04', '2026-05'].map((period) => idsIn(period, records).length),
    [0, 1, 1, 0],
  )
})

t.test('an inactive record never counts', async (t) => {
  t.strictSame(idsIn('2026-05', [grace({ is_active: false })]), [])
})

t.test('the newest of an identity counts, in any order of the list', async (t) => {
  const records = [
    grace({ id: 1 }),
    grace({ id: 2, effective_from: '2026-03', effective_to: '2026-03' }),
    grace({ id: 3, contract_type: 'Key Account' }),
    grace({ id: 4, contract_type: 'key_account', effective_from: '2026-04' }),
  ]
  t.strictSame(idsIn('2026-02', records), [1, 3])
  t.strictSame(idsIn('2026-03', records.reverse()), [2, 3])
  t.strictSame(idsIn('2026-04', records), [1, 4], 'in another spelling too')
})

t.test('of two that begin together the one with the higher id counts', async (t) => {
  t.strictSame(idsIn('2026-05', [grace({ id: 7 }), grace({ id: 5 })]), [7])
})

t.test('only identity, version and own fields are kept', async (t) => {
  t.strictSame(effectiveRecords('grace-period', [grace({ version: 3 })], '2026-05'), [
    { id: 1, version: 3, name: 'Standard', contract_type: null, days: 90 },
  ])
})

t.test('what identifies a record of each type', async (t) => {
  const identities = Object.fromEntries(
    RULE_TYPES.map((type) => [type, defaultRules[type].map((record) => identityOf(type, record))[0]]),
  )
  t.strictSame(identities, {
    'score-weights': '*',
    tiers: 'Platinum',
    'p-score': 'forecast_error',
    'o-score': 'seller_cancel_rate',
    't-score': 'seller_ticket_rate',
    'f-score': 'days_beyond_terms',
    'i-score': 'aged_stock_share',
    surcharge: 'planning_overload',
    'am-bonus-penalty': 'Outstanding',
    'am-kpi-weight': 'portfolio_sos',
    'grace-period': '*',
    helpdesk: '*',
    fault: undefined, // none from the start
  })
})

t.test('the first period in which a set falls apart is told', async (t) => {
  const ending = [grace({ effective_to: '2026-06' })]
  t.match(firstUnusablePeriod('grace-period', ending, '2026-05'), {
    period: '2026-07',
    problem: /^contract_type: one record must have/,
  })
  const late = [grace({ effective_from: '2026-09' })]
  t.equal(firstUnusablePeriod('grace-period', late, '2026-05')?.period, '2026-05')
  t.equal(firstUnusablePeriod('grace-period', late, '2026-09'), null)
  const relay = [...ending, grace({ id: 2, effective_from: '2026-07' })]
  t.equal(firstUnusablePeriod('grace-period', relay, '2026-05'), null)
})

t.test('an open word is the same in any spelling, and stored as it is documented', async (t) => {
  for (const text of ['payment_block', 'Payment Block', ' PAYMENT-BLOCK ', 'payment  block'])
    t.ok(sameWord(text, 'payment_block'), text)
  for (const other of ['paymentblock', 'payment_block_2']) t.notOk(sameWord(other, 'payment_block'), other)
  const known = ['payment_block', 'planning_overload']
  t.equal(documentedWord(known, ' Payment Block '), 'payment_block')
  t.equal(documentedWord(known, 'PLANNING-OVERLOAD'), 'planning_overload')
  t.equal(documentedWord(known, ' Late Labels'), 'Late Labels', 'any other as it is written')
})
