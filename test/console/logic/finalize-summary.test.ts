import fc from 'fast-check'
import t from 'tap'
import { finalizeSummary, type MonthState } from '../../../console/logic/finalize-summary.ts'

const NAMES = ['Platinum', 'Gold', 'Silver', 'Unrated']

/** Months whose counts agree: each score is in one tier and in one state. */
const months: fc.Arbitrary<MonthState> = fc
  .record({
    tiers: fc.array(fc.record({ draft: fc.nat(50), under_review: fc.nat(50), final: fc.nat(50) }), {
      minLength: NAMES.length,
      maxLength: NAMES.length,
    }),
    openAppeals: fc.nat(5),
    openRun: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
    isRunning: fc.boolean(),
  })
  .map(({ tiers, ...rest }) => {
    const sum = (key: 'draft' | 'under_review' | 'final') => tiers.reduce((all, tier) => all + tier[key], 0)
    const statuses = { draft: sum('draft'), under_review: sum('under_review'), final: sum('final') }
    return {
      ...rest,
      statuses,
      scored: statuses.draft + statuses.under_review + statuses.final,
      unrated: 0,
      tiers: tiers.map(({ draft, under_review, final }, index) => ({
        name: NAMES[index] as string,
        color: '#888888',
        count: draft + under_review + final,
      })),
      finalByTier: Object.fromEntries(tiers.map(({ final }, index) => [NAMES[index], final])),
    }
  })

t.test('what finalizing does sums up', async (t) => {
  fc.assert(
    fc.property(months, (month) => {
      const { finalizes, alreadyFinal, perTier, unreviewed } = finalizeSummary(month)
      t.equal(finalizes + alreadyFinal, month.scored)
      t.equal(
        perTier.reduce((all, { count }) => all + count, 0),
        finalizes,
      )
      t.ok(perTier.every(({ count }) => count > 0))
      t.ok(unreviewed <= finalizes)
    }),
    { numRuns: 50 },
  )
})

t.test('what blocks and what to settle before is told', async (t) => {
  const month: MonthState = {
    scored: 3,
    statuses: { draft: 1, under_review: 1, final: 1 },
    tiers: [{ name: 'Gold', color: '#d4a017', count: 3 }],
    finalByTier: { Gold: 1 },
    openAppeals: 2,
    unrated: 1,
    isRunning: true,
  }
  t.same(finalizeSummary(month).cautions, ['running', 'appeals', 'unreviewed', 'unrated'])
  t.equal(finalizeSummary(month).blocks, null)
  t.equal(finalizeSummary({ ...month, openRun: 4 }).blocks, 'run')
  const done = { ...month, statuses: { draft: 0, under_review: 0, final: 3 }, finalByTier: { Gold: 3 } }
  t.equal(finalizeSummary(done).blocks, 'nothing')
  t.same(finalizeSummary(done).perTier, [])
})
