import fc from 'fast-check'
import t from 'tap'
import { chancesOf, hundredths } from '../../../../console/logic/seller/chances.ts'

const tiers = (...probabilities: number[]) =>
  probabilities.map((probability, index) => ({
    name: ['Gold', 'Silver', 'Bronze', 'Unrated'][index] ?? '',
    probability,
  }))

t.test('what becomes of the last final tier', async (t) => {
  const projected = { tiers: tiers(0.1, 0.6, 0.25, 0.05), last_final: { tier: 'Silver' } }
  t.same(chancesOf(projected), {
    likeliest: { name: 'Silver', probability: 0.6 },
    stay: 0.6,
    rise: 0.1,
  })
  t.equal(chancesOf({ ...projected, last_final: { tier: 'Gold' } }).rise, 0, 'nothing is above the highest')
})

t.test('without a tier to compare with, only the likeliest is told', async (t) => {
  const likeliest = { name: 'Bronze', probability: 0.7 }
  const all = tiers(0.1, 0.2, 0.7, 0)
  t.same(chancesOf({ tiers: all, last_final: null }), { likeliest, stay: null, rise: null })
  t.same(chancesOf({ tiers: all, last_final: { tier: 'Retired' } }), { likeliest, stay: null, rise: null })
})

t.test('only what is certain is told as certain', async (t) => {
  t.same(hundredths(0), { sign: '', of: 0 })
  t.same(hundredths(1), { sign: '', of: 100 })
  t.same(hundredths(0.001), { sign: '<', of: 1 })
  t.same(hundredths(0.999), { sign: '>', of: 99 })
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (probability) => {
      const { sign, of } = hundredths(probability)
      const told = of / 100
      if (sign === '<') return probability > 0 && probability < told
      if (sign === '>') return probability < 1 && probability > told
      return Math.abs(probability - told) <= 0.005 + 1e-12
    }),
  )
})
