import t from 'tap'
import { testApp } from '../setup/app.ts'
import { ownFields, RULE, TIER, WEIGHTS } from './a-record.ts'

const { call, done } = await testApp(t)
const all = async (type: string) => (await done('bod', 'GET', `/api/config/${type}?all=true&limit=500`)).data
const before = await Promise.all(['score-weights', 'tiers', 'o-score'].map(all))
const [[weights], tiers] = before
const lowest = tiers.find(({ name }: { name: string }) => name === 'Critical')
const FEE = { surcharge_type: 'late_fee', metric: 'days_beyond_terms', above: 1, reason: 'Late' }
const HOURS = { category: 'x', weight: 1, reply_hours: 1, resolve_hours: 1 }

t.test('a body that does not fit its type answers 400 and names the field', async (t) => {
  const cases: [string, object, RegExp][] = [
    ['score-weights', { ...WEIGHTS, p_score: 101 }, /^p_score must be at most 100/],
    ['score-weights', { ...WEIGHTS, z_score: 0 }, /^z_score is not a known field/],
    ['score-weights', { ...WEIGHTS, is_active: false }, /^is_active must be true here: DELETE/],
    ['tiers', { ...TIER, color: 'gold' }, /^color/],
    ['tiers', { ...TIER, name: 'x'.repeat(81) }, /^name must have at most 80/],
    ['tiers', { ...TIER, rank: 1.5 }, /^rank must be a whole number/],
    ['tiers', { ...TIER, effective_from: '2026-13' }, /^effective_from must be a month/],
    [
      'tiers',
      { ...TIER, effective_from: '2026-02', effective_to: '2026-01' },
      /^effective_to must not be before/,
    ],
    ['o-score', { ...RULE, curve: [[1, 1]] }, /^curve must have at least 2 entries/],
    ['o-score', { ...RULE, curve: Array(51).fill([1, 1]) }, /^curve must have at most 50 entries/],
    ['o-score', { ...RULE, curve: Array(2).fill([1, 1, 1]) }, /^curve\[0\]/],
    ['o-score', { ...RULE, curve: {} }, /^curve must be an array/],
    ['o-score', { ...RULE, params: { days: 'x' } }, /^params\.days must be a number/],
    ['surcharge', { ...FEE, amount: 1e12 }, /^amount must be at most 9/],
    ['surcharge', { ...FEE, per_point: 1e308 }, /^per_point must be at most 9/],
    ['surcharge', { ...FEE, cap: 1e12 }, /^cap must be at most 9/],
    ['surcharge', { ...FEE, above: -1e12 }, /^above must be at least -9/],
    ['helpdesk', { ...HOURS, reply_hours: 1e10 }, /^reply_hours must be at most 87840/],
  ]
  for (const [type, body, error] of cases)
    t.match(await call('bod', 'POST', `/api/config/${type}`, body), { status: 400, body: { error } })
  const { id } = await done('bod', 'POST', '/api/config/helpdesk', { ...HOURS, effective_from: '2026-05' })
  const changed = await call('bod', 'PUT', `/api/config/helpdesk/${id}`, {
    ...HOURS,
    effective_to: '2026-04',
  })
  t.match(changed, { status: 400, body: { error: /^effective_to/ } }, 'an end before the start that stands')
})

t.test('what would leave a set unusable answers 400 with the reason and the month', async (t) => {
  const url = `score-weights/${weights.id}`
  const own = ownFields(weights)
  const premium = { ...WEIGHTS, contract_type: 'premium' }
  const sum = /must add up to 100, .* 101 \(from 2026-01 on\)\.$/
  const cases: ['POST' | 'PUT' | 'DELETE', string, object | undefined, RegExp][] = [
    ['POST', 'score-weights', { ...WEIGHTS, p_score: 21, effective_from: '2026-01' }, sum],
    ['PUT', url, { ...WEIGHTS, i_score: 0 }, /must add up to 100/],
    ['DELETE', url, undefined, /^contract_type: .*\(from 2000-01 on\)/],
    ['PUT', url, { ...own, effective_to: '2026-12' }, /^contract_type: .*\(from 2027-01 on\)/],
    ['PUT', url, { ...own, effective_from: '2026-01' }, /^contract_type: .*\(from 2000-01 on\)/],
    [
      'POST',
      'score-weights',
      { ...premium, effective_from: '1999-12' },
      /^contract_type: .*\(from 1999-12 on\)/,
    ],
    ['DELETE', `tiers/${lowest.id}`, undefined, /^min_score: one tier must have min_score 0/],
  ]
  for (const [method, path, body, error] of cases)
    t.match(await call('bod', method, `/api/config/${path}`, body), { status: 400, body: { error } })
})

t.test('nothing of all this was kept', async (t) => {
  t.same(await Promise.all(['score-weights', 'tiers', 'o-score'].map(all)), before)
})
