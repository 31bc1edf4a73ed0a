import t from 'tap'
import { psiThreshold } from '../../src/statistics/psi.ts'
import { rankingOf } from '../../src/statistics/ranking.ts'
import { type ShareOfGroup, shareRatio, wilson } from '../../src/statistics/shares.ts'

const round = (value: number) => Math.round(value * 10_000) / 10_000
/** A share of independent ones, one score a seller. */
const shareOf = (hits: number, of: number) => ({
  ...{ hits, of, sellers: of, hits_hits: hits, hits_of: hits, of_of: of },
})

t.test('30 of 60 against 40 of 50 is 0.625, and its interval is the one of Katz', async (t) => {
  const found = shareRatio(shareOf(30, 60), shareOf(40, 50))
  t.equal(round(found?.ratio ?? 0), 0.625)
  const half = 1.959963984540054 * Math.sqrt(1 / 30 - 1 / 60 + 1 / 40 - 1 / 50)
  t.same(
    [found?.low, found?.high].map((x) => round(x ?? 0)),
    [round(0.625 * Math.exp(-half)), round(0.625 * Math.exp(half))],
  )
  t.ok((found?.high ?? 1) < 1, 'significant')
})

t.test('months of one seller are not as many sellers', async (t) => {
  const width = (group: ShareOfGroup) => {
    const { low, high } = shareRatio(group, shareOf(40, 50)) as { low: number; high: number }
    return high - low
  }
  // 60 sellers of whom each has twelve months, all of them alike
  const alike = { hits: 360, of: 720, sellers: 60, hits_hits: 30 * 144, hits_of: 30 * 144, of_of: 60 * 144 }
  t.equal(round(width(alike)), round(width(shareOf(30, 60))))
  t.ok(width(shareOf(360, 720)) < width(alike))
})

t.test('shares of 0 and 1 have an interval, and nothing is compared with 0', async (t) => {
  const none = shareRatio(shareOf(0, 60), shareOf(40, 50))
  t.same([none?.ratio, none?.low], [0, 0])
  t.ok((none?.high ?? 0) > 0 && (none?.high ?? 1) < 1)
  const noneInTwelveMonths = { hits: 0, of: 720, sellers: 60, hits_hits: 0, hits_of: 0, of_of: 60 * 144 }
  t.same(shareRatio(noneInTwelveMonths, shareOf(40, 50)), none, 'twelve months of none are one witness')
  const all = shareRatio(shareOf(60, 60), shareOf(50, 50))
  t.ok((all?.low ?? 1) < 1 && (all?.high ?? 1) > 1)
  t.equal(shareRatio(shareOf(3, 60), shareOf(0, 50)), null)
  t.equal(shareRatio(shareOf(0, 0), shareOf(1, 50)), null)
})

t.test("Wilson's interval", async (t) => {
  // Newcombe (1998), table I: 81 of 263 and 15 of 148, 0 of 20, 1 of 29
  const rows = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const
  for (const [hits, of, low, high] of rows)
    t.same([round(wilson(hits, of).low), round(wilson(hits, of).high)], [low, high], `${hits} of ${of}`)
})

t.test('good 80 and 70, bad 60 and 75: Gini 0.5 and KS 0.5', async (t) => {
  const values = [
    { value: 80, good: 1, bad: 0 },
    { value: 70, good: 1, bad: 0 },
    { value: 60, good: 0, bad: 1 },
    { value: 75, good: 0, bad: 1 },
  ]
  t.match(rankingOf(values, { good: 2, bad: 2 }), { gini: 0.5, ks: 0.5 })
})

t.test('values that rank all, the wrong way round, or nothing', async (t) => {
  const at = (value: number, good: number, bad: number) => ({ value, good, bad })
  const sellers = { good: 40, bad: 40 }
  t.match(rankingOf([at(1, 0, 40), at(2, 40, 0)], sellers), { gini: 1, ks: 1 })
  t.match(rankingOf([at(1, 40, 0), at(2, 0, 40)], sellers), { gini: -1, ks: 1 })
  const nothing = rankingOf([at(1, 40, 40)], sellers)
  t.match(nothing, { gini: 0, ks: 0 })
  t.ok(nothing && nothing.low < 0 && nothing.high > 0)
  t.equal(rankingOf([at(1, 3, 0)], sellers), null)
})

t.test("the interval is Hanley and McNeil's", async (t) => {
  // Their example: AUC 0.893 of 51 abnormal and 58 normal, standard error 0.032
  const [good, bad] = [58, 51]
  const values = [
    { value: 1, good: 33, bad: 3 },
    { value: 2, good: 6, bad: 2 },
    { value: 3, good: 6, bad: 2 },
    { value: 4, good: 11, bad: 11 },
    { value: 5, good: 2, bad: 33 },
  ].map(({ value, ...counts }) => ({ value: -value, ...counts }))
  const found = rankingOf(values, { good, bad })
  t.equal(Math.round(1000 * (((found?.gini ?? 0) + 1) / 2)), 893)
  const error = ((found?.high ?? 0) - (found?.gini ?? 0)) / 2 / 1.959963984540054
  t.equal(Math.round(1000 * error), 32)
})

t.test('the threshold of a PSI grows where scores are few', async (t) => {
  t.equal(psiThreshold(10_000, 10_000), 0.25)
  t.equal(round(psiThreshold(100, 100)), 0.4334)
  t.equal(round(psiThreshold(10, 10)), 4.334)
})
