import t from 'tap'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import { DAILY_SUMS } from '../../../src/scoring/daily-feeds.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import {
  addPasts,
  dayDrawer,
  nothingPast,
  type Past,
  rateAfter,
} from '../../../src/scoring/projection/days.ts'
import {
  beta,
  binomial,
  gamma,
  poisson,
  streamOf,
  type Uniform,
} from '../../../src/scoring/projection/distributions.ts'
import { chanceBelow, type Projected, project } from '../../../src/scoring/projection/project.ts'
import { scoreWorld } from '../../../src/scoring/simulation/world.ts'
import { aggregatesOf, anException, anInput, rules, set, VALUES } from '../a-seller.ts'

/** The average seller, whose forecasts are of the orders that it has. */
const AVERAGE = {
  ...aggregatesOf(VALUES.average),
  ...{ forecast_total: 1180, actual_total: 1000, absolute_error: 350, tickets: 100 },
}

/** Past months of a seller with that many orders, nine in ten of them on time. */
const pastOf = (orders: number): Past => ({
  ...nothingPast(),
  ...{ days: 91, orders, ready_due: orders, ready_on_time: orders * 0.9, error_free: orders },
  ...{ seller_cancelled: orders / 100, units_ordered: 2 * orders, tickets: orders / 20 },
  ...{ seller_ticket_weight: orders / 20, reply_due: orders / 20, replied_in_time: orders / 25 },
  ...{ resolve_due: orders / 20, overdue_tickets: orders / 200 },
})

/** The same of a seller to which one order in twenty came back. */
const returning = (orders: number): Past => ({ ...pastOf(orders), returns: orders / 20 })

function aProjection(given: Partial<Projected> = {}, aggregates: Aggregates = AVERAGE): Projected {
  const { forecast_rows, forecast_total, actual_total, absolute_error, lateness_days } = aggregates
  const { invoices, invoiced_amount, amount_days_late, unpaid_amount } = aggregates
  return {
    world: { rules, input: anInput({ aggregates, elapsed_days: 31 }), appeals: [] },
    day: '2026-05-16',
    time: { elapsed: 15, left: 16 },
    past: pastOf(2000),
    population: pastOf(100_000),
    forecasts: {
      ...{ base: Number(forecast_total ?? 0), orders: Math.max(Number(actual_total ?? 0), 1) },
      sums: { forecast_rows, forecast_total, actual_total, absolute_error, lateness_days },
    },
    payments: {
      at_end: { invoices, invoiced_amount, amount_days_late, unpaid_amount },
      ...{ open: [], own: [], population: [] },
    },
    ...given,
  }
}

t.test('47 of 50 on time where nine in ten are: 65 of 70', async (t) => {
  const rate = rateAfter(0.9, { hits: 47, of: 50 })
  const mean = rate.a / (rate.a + rate.b)
  t.equal(mean, 65 / 70)
  t.equal(((100 * (47 + 30 * mean)) / 80).toFixed(2), '93.57')
})

t.test('at the end of the month the projection is the score, to the byte', async (t) => {
  const time = { elapsed: 31, left: 0 }
  const appeals = [{ component: 'o_score' as const, raw_after: 90 }]
  const exceptions = [anException({ adjustment_rule: { op: 'add', value: -3 } })]
  for (const aggregates of [...Object.values(VALUES).map(aggregatesOf), {}])
    for (const more of [
      { appeals: [], exceptions: [] },
      { appeals, exceptions: [] },
      { appeals: [], exceptions },
    ]) {
      const projected = aProjection({ time }, aggregates)
      projected.world.input.exceptions = more.exceptions
      projected.world.appeals = more.appeals
      const { total_sos, tier } = scoreWorld(projected.world)
      const { expected_total, low, high, tiers } = project(projected)
      t.same([expected_total, low, high], [total_sos, total_sos, total_sos])
      t.same(
        tiers.filter(({ probability }) => probability > 0).map(({ name }) => name),
        [tier.name],
      )
    }
})

t.test('the same facts give the same bytes, and another day other draws', async (t) => {
  const first = JSON.stringify(project(aProjection()))
  t.equal(JSON.stringify(project(aProjection())), first)
  t.not(JSON.stringify(project(aProjection({ day: '2026-05-17' }))), first)
  t.equal(
    first,
    '{"expected_total":73.79,"low":72.78,"high":74.65,"tiers":[{"name":"Platinum","rank":6,"probability":0},{"name":"Gold","rank":5,"probability":0},{"name":"Silver","rank":4,"probability":1},{"name":"Bronze","rank":3,"probability":0},{"name":"At Risk","rank":2,"probability":0},{"name":"Critical","rank":1,"probability":0},{"name":"Unrated","probability":0}],"draws":200}',
  )
})

t.test('each sum of what comes day by day goes on', async (t) => {
  const drawDays = dayDrawer(AVERAGE, { elapsed: 15, left: 16 }, returning(2000), returning(100_000))
  const uniform = streamOf('days')
  const draws = Array.from({ length: 200 }, () => drawDays(uniform))
  for (const name of DAILY_SUMS)
    t.ok(draws.some((added) => added[name] > 0) || name === 'cancelled_later', name)
})

t.test('the rate of returns is at the end what it is now and was before', async (t) => {
  const more = { id: 900, version: 1, metric: 'return_rate', weight: 60, min_volume: 30, params: {} }
  const curve: [number, number][] = [
    [0, 100],
    [10, 0],
  ]
  const rules = prepareRules({ ...set, 'o-score': [{ ...more, curve }] })
  const past = { past: returning(1e6), population: returning(1e6) }
  const projected = aProjection(past, { orders: 1000, returns: 50 })
  const none = { forecasts: false, tickets: false, payments: false, inventory: false }
  const feeds_in_use = { orders: true, returns: true, ...none }
  const world = { ...projected.world, rules, input: { ...projected.world.input, feeds_in_use } }
  const { expected_total } = project({ ...projected, world })
  t.ok(Math.abs(expected_total - 50) < 1, `5 of 100 are 50 points, not ${expected_total}`)
})

t.test('open invoices are paid as in the past, never earlier than now', async (t) => {
  const open = [{ amount: 100_000n, unpaid: 100_000n, days_now: 5, days_at_end: 20 }]
  const at_end = {
    invoices: 1,
    invoiced_amount: '100.00',
    amount_days_late: '2000.00',
    unpaid_amount: '100.00',
  }
  const average = aggregatesOf(VALUES.average)
  const totalOf = (...delays: (number | null)[]) => {
    const own = delays.map((delay): [number | null, number] => [delay, 9])
    const payments = { at_end, open, own, population: [] }
    return project(aProjection({ time: { elapsed: 31, left: 1e-9 }, payments }, average)).expected_total
  }
  const [early, soon, late, never] = [totalOf(0), totalOf(0, 6), totalOf(19), totalOf(null)]
  t.equal(early, never, 'a delay that is past says nothing of an open invoice')
  t.ok(soon > late && late > never, `${soon} ${late} ${never}`)
})

t.test('the chance of a lower tier leaves out months without enough data', async (t) => {
  const chances = { Gold: 0.5, Silver: 0.2, Bronze: 0.1, Unrated: 0.2 }
  const rank = (name: string) => rules.tiers.rated.find((tier) => tier.name === name)?.rank
  const tiers = Object.entries(chances).map(([name, probability]) => ({
    name,
    rank: rank(name),
    probability,
  }))
  t.equal(chanceBelow({ tiers }, rank('Gold') ?? 0), 0.3)
  t.equal(chanceBelow({ tiers }, rank('Critical') ?? 0), 0)
})

t.test('pasts add up count by count', async (t) => {
  t.match(addPasts([pastOf(100), pastOf(200)]), { days: 182, orders: 300, ready_on_time: 270 })
})

/** The mean of a sum over many draws of the days to come. */
function meanOf(name: (typeof DAILY_SUMS)[number], ...of: Parameters<typeof dayDrawer>) {
  const drawDays = dayDrawer(...of)
  const uniform = streamOf('mean')
  return Array.from({ length: 1000 }, () => drawDays(uniform)[name]).reduce((all, one) => all + one) / 1000
}

t.test('orders come as so far, and fall due and are in time as so far and elsewhere', async (t) => {
  const now = { orders: 80, ready_due: 50, ready_on_time: 47, error_free: 80 }
  const of = [now, { elapsed: 20, left: 10 }, nothingPast(), pastOf(1e6)] as const
  const [due, on_time] = [meanOf('ready_due', ...of), meanOf('ready_on_time', ...of)]
  t.equal(Math.round(meanOf('orders', ...of)), 40)
  t.equal(Math.round(due), 28) // (50 + 20) ÷ (80 + 20) of them
  t.ok(Math.abs(on_time / due - 65 / 70) < 0.02, `${on_time} of ${due}`)
})

t.test('returns that are left out come at their rate, and the others are judged', async (t) => {
  const half: Past = { ...pastOf(1e6), return_left_out: 40_000, returns: 80_000 }
  const mean = (past: Past) => meanOf('returns', { orders: 1000 }, { elapsed: 15, left: 15 }, past, past)
  const share = mean(half) / mean({ ...pastOf(1e6), returns: 80_000 })
  t.ok(Math.abs(share - 0.5) < 0.05, `${share} of the returns are judged`)
})

const MANY = 20_000

/** Mean and variance of many draws. */
function momentsOf(draw: (uniform: Uniform) => number) {
  const uniform = streamOf('moments')
  const values = Array.from({ length: MANY }, () => draw(uniform))
  const mean = values.reduce((sum, value) => sum + value, 0) / MANY
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (MANY - 1) }
}

t.test('a stream is fixed by its seed, to the last bit', async (t) => {
  const first = (...seed: string[]) => Array.from({ length: 3 }, streamOf(...seed))
  t.same(
    first('S-1018', '2026-06', '2026-06-10T00:00:00.000Z'),
    [0.6028029233002571, 0.4137306913593223, 0.04756533457847312],
  )
  t.not(first('a', 'b')[0], first('ab', '')[0])
  const uniform = streamOf('range')
  const values = Array.from({ length: 5000 }, uniform)
  t.ok(values.every((value) => value > 0 && value < 1))
})

t.test('draws have the mean and the variance of their distribution', async (t) => {
  const cases: [string, (uniform: Uniform) => number, number, number][] = [
    ['gamma 0.3', (u) => gamma(u, 0.3), 0.3, 0.3],
    ['gamma 7', (u) => gamma(u, 7), 7, 7],
    ['beta 2 6', (u) => beta(u, 2, 6), 0.25, (0.25 * 0.75) / 9],
    ['binomial 10', (u) => binomial(u, 10, 0.3), 3, 2.1],
    ['binomial 1000', (u) => binomial(u, 1000, 0.97), 970, 29.1],
    ['poisson 3', (u) => poisson(u, 3), 3, 3],
    ['poisson 400', (u) => poisson(u, 400), 400, 400],
  ]
  for (const [name, draw, mean, variance] of cases) {
    const found = momentsOf(draw)
    t.ok(Math.abs(found.mean - mean) < 5 * Math.sqrt(variance / MANY), `${name}: mean ${found.mean}`)
    t.ok(Math.abs(found.variance / variance - 1) < 0.1, `${name}: variance ${found.variance}`)
  }
})

t.test('the ends of every distribution', async (t) => {
  const u = streamOf('ends')
  t.same([gamma(u, 0), beta(u, 0, 3), beta(u, 3, 0), poisson(u, 0)], [0, 0, 1, 0])
  t.same([binomial(u, 0, 0.5), binomial(u, 500, 0), binomial(u, 500, 1)], [0, 0, 500])
})
