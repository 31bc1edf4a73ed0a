import t from 'tap'
import { tierDistribution } from '../../plugins/dashboard/stats.ts'
import { effectiveRecords } from '../../src/scoring/effective-records.ts'

let ids = 0
const tier = (name: string, rank: number, given = {}) => ({
  id: ++ids,
  version: 1,
  is_active: true,
  effective_from: '2000-01',
  effective_to: null,
  name,
  rank,
  min_score: rank * 10,
  min_component_score: 0,
  color: '#000000',
  benefits: '',
  ...given,
})
const distribution = (
  period: string,
  records: ReturnType<typeof tier>[],
  scored: Parameters<typeof tierDistribution>[1],
) => tierDistribution(effectiveRecords('tiers', records, period), scored)
const records = [tier('Low', 1), tier('High', 2), tier('Unrated', 0, { min_score: null })]

t.test('every tier is there, highest first, with none in it or many', async (t) => {
  t.same(distribution('2026-03', records, [{ name: 'Low', rank: 1, color: '#000000', count: 7 }]), [
    { tier_name: 'High', count: 0, rank: 2, color: '#000000' },
    { tier_name: 'Low', count: 7, rank: 1, color: '#000000' },
    { tier_name: 'Unrated', count: 0, rank: 0, color: '#000000' },
  ])
})

t.test('the tiers are those of the period', async (t) => {
  const later = tier('Highest', 3, { effective_from: '2026-04' })
  const names = (period: string) =>
    distribution(period, [...records, later], []).map(({ tier_name }) => tier_name)
  t.same(names('2026-03'), ['High', 'Low', 'Unrated'])
  t.same(names('2026-04'), ['Highest', 'High', 'Low', 'Unrated'])
})

t.test('a tier that scores are in and no record names any more is counted at its rank', async (t) => {
  const scored = [
    { name: 'Middle', rank: 1.5, color: '#777777', count: 2 },
    { name: 'High', rank: 2, color: '#111111', count: 1 },
  ]
  t.same(distribution('2026-03', records, scored), [
    { tier_name: 'High', count: 1, rank: 2, color: '#000000' },
    { tier_name: 'Middle', count: 2, rank: 1.5, color: '#777777' },
    { tier_name: 'Low', count: 0, rank: 1, color: '#000000' },
    { tier_name: 'Unrated', count: 0, rank: 0, color: '#000000' },
  ])
})
