import t from 'tap'
import { readTimes } from '../../plugins/projections/inputs/months.ts'
import { readPopulation } from '../../plugins/projections/inputs/population.ts'
import { readProjected } from '../../plugins/projections/inputs/projected.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { elapsedDays, monthUntilNow } from '../../src/feeds/scored-month.ts'
import { DAILY_FEEDS } from '../../src/scoring/daily-feeds.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { project } from '../../src/scoring/projection/project.ts'
import { SCORED, SCORED_FEEDS } from '../../src/scoring/scored-feeds.ts'
import { calculate, makeWorld } from '../backtests/setup.ts'
import { testApp } from '../setup/app.ts'
import { RETURN_RATE } from '../sos/setup.ts'

const { app, call, done } = await testApp(t, { WORKER: 'on' })
await makeWorld(app.db, 20)
await app.db.run(`
  insert into returns (seller_id, return_code, order_code, returned_at)
    select seller_id, 'R-' || order_code, order_code, ordered_at + interval '9 days'
    from orders where (seller_id + split_part(order_code, '-', 2)::int) % 17 = 0`)
await call('bod', 'POST', '/api/config/o-score', RETURN_RATE)
await calculate({ done }, ['2026-04', '2026-05'])

/** The projections of all sellers as of an instant of May 2026, and what they are made of. */
const projectionsAt = (as_of?: string) =>
  app.db.transaction(async (tx) => {
    const month = { ...(await monthUntilNow(tx, '2026-05', 'UTC')) }
    if (as_of) Object.assign(month, { as_of, as_of_date: as_of.slice(0, 10) })
    const times = await readTimes(tx, month)
    const rules = await scoringRulesOf(tx, '2026-05')
    const population = await readPopulation(tx, month, times, rules, app.feeds)
    const scores = await tx.rows<{ seller_id: number; total_sos: number; tier_name: string }>(
      `select seller_id, total_sos, tier_name from monthly_scores where period = '2026-05' order by seller_id`,
    )
    const sellers = scores.map(({ seller_id }) => seller_id)
    const projected = await readProjected(tx, sellers, { month, times, rules, population, feeds: app.feeds })
    const prepared = prepareRules(rules)
    return scores.map(({ seller_id, ...score }) => {
      const made = projected.get(seller_id) as NonNullable<ReturnType<typeof projected.get>>
      const projection = project({ ...made, world: { ...made.world, rules: prepared } })
      return { score, projection, made }
    })
  })

t.test('at the end of a month the projection of every seller is its score, to the byte', async (t) => {
  const found = await projectionsAt()
  t.equal(found.length, 20)
  for (const { score, projection } of found) {
    const { expected_total, low, high, tiers } = projection
    t.same([expected_total, low, high], Array(3).fill(score.total_sos))
    t.match(
      tiers.filter(({ probability }) => probability > 0),
      [{ name: score.tier_name, probability: 1 }],
    )
  }
})

t.test('in its middle the months that may come hold the one that came, mostly', async (t) => {
  const found = await projectionsAt('2026-05-16T00:00:00.000Z')
  const held = found.filter(
    ({ score, projection: { low, high } }) => low <= score.total_sos && score.total_sos <= high,
  )
  t.ok(held.length >= 10, `${held.length} of 20`)
  t.ok(found.some(({ projection: { low, high } }) => high > low))
})

t.test(
  'what comes day by day counts from the first hour of a month as it did in the months before',
  async (t) => {
    const [{ made }] = (await projectionsAt('2026-05-01T00:00:00.000Z')) as [
      Awaited<ReturnType<typeof projectionsAt>>[0],
    ]
    t.same(
      SCORED_FEEDS.filter((feed) => !made.world.input.feeds_in_use[feed]),
      [],
      'every feed will be in use',
    )
    for (const feed of DAILY_FEEDS) {
      const [rows] = Object.keys(SCORED[feed].sums) as [keyof typeof made.past]
      t.ok(made.past[rows] > 0, `${feed} of the seller`)
      t.ok(made.population[rows] > made.past[rows], `${feed} of all`)
    }
  },
)

t.test('a past month is as long as in the calendar, also where the clocks changed in it', async (t) => {
  const month = await app.db.transaction((tx) => monthUntilNow(tx, '2026-05', 'Europe/London'))
  const daysUntil = async (period: string) =>
    (await readTimes(app.db, { ...month, period })).past.map(elapsedDays)
  t.same(await daysUntil('2026-05'), [30, 31, 28])
  t.same(await daysUntil('2025-12'), [30, 31, 30])
})
