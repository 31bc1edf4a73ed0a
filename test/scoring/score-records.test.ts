import t from 'tap'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { ALL_FEEDS, aggregatesOf, anException, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

const rules = prepareRules(defaultRuleSet())
const score = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given))
const good = aggregatesOf(VALUES.good)

t.test('every record that was used is named with its version', async (t) => {
  const { records } = score({}).explanation
  const counts = Object.fromEntries(
    Object.entries(records).map(([type, references]) => [type, references.length]),
  )
  t.strictSame(counts, {
    'score-weights': 1,
    tiers: 7,
    'p-score': 3,
    'o-score': 3,
    't-score': 3,
    'f-score': 2,
    'i-score': 3,
    'grace-period': 1,
    helpdesk: 3,
  })
})

t.test('the hash changes with every input', async (t) => {
  const base = {
    aggregates: good,
    exceptions: [anException()],
    previous: { period: '2026-04', total_sos: 70 },
  }
  const hash = (given: Partial<ScoreInput>) => score({ ...base, ...given }).explanation.input_hash
  const others: Record<string, Partial<ScoreInput>> = {
    aggregates: { aggregates: { ...good, tickets: 101 } },
    exceptions: { exceptions: [anException({ reason: 'another' })] },
    previous: { previous: { period: '2026-03', total_sos: 70 } },
    period: { period: '2026-06' },
    elapsed_days: { elapsed_days: 27 },
    feeds_in_use: { feeds_in_use: { ...ALL_FEEDS, tickets: false } },
    seller: { seller: { ...anInput().seller, created_on: '2024-01-02' } },
  }
  t.match(hash({}), /^[0-9a-f]{64}$/)
  t.equal(hash({}), hash({ previous: { period: '2026-04', total_sos: '70.00' } }))
  for (const [name, given] of Object.entries(others))
    await t.test(name, async (t) => t.not(hash(given), hash({})))
  await t.test('records', async (t) => {
    const set = defaultRuleSet()
    const version = (type: 'helpdesk' | 'grace-period' | 'score-weights') =>
      prepareRules({ ...set, [type]: set[type].map((record) => ({ ...record, version: 2 })) })
    for (const type of ['helpdesk', 'grace-period', 'score-weights'] as const)
      t.not(scoreSeller(version(type), anInput(base)).explanation.input_hash, hash({}), type)
  })
})

t.test('what else a database row carries is not an input', async (t) => {
  const rows = { ...anException(), created_at: 'now', is_active: 1 }
  t.same(score({ exceptions: [rows] }), score({ exceptions: [anException()] }))
  const set = defaultRuleSet()
  const dated = prepareRules({ ...set, tiers: set.tiers.map((tier) => ({ ...tier, updated_by: 5 })) })
  t.same(scoreSeller(dated, anInput()), score({}))
})
