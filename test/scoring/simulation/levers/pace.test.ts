import fc from 'fast-check'
import t from 'tap'
import { type Aggregates, type Facts, readAggregates } from '../../../../src/scoring/aggregates.ts'
import { DAILY_FEEDS } from '../../../../src/scoring/daily-feeds.ts'
import { countLeftOut, REASONS, sumOfLeftOut } from '../../../../src/scoring/left-out.ts'
import { METRICS } from '../../../../src/scoring/metrics.ts'
import { compare, divide } from '../../../../src/scoring/rational.ts'
import { cheapestPath } from '../../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { atPace, grownOrders, type MonthEnd } from '../../../../src/scoring/simulation/levers/pace.ts'
import { sensitivity } from '../../../../src/scoring/simulation/sensitivity.ts'
import { scoreWorld } from '../../../../src/scoring/simulation/world.ts'
import { aWorld, COUNTED, counted } from '../a-world.ts'
import { anyWorld } from '../any-world.ts'

/** Ten days of thirty, and the month's end as the facts have it. */
const SO_FAR: Aggregates = {
  ...COUNTED,
  orders: 40,
  seller_cancelled: 1,
  ready_due: 35,
  ready_on_time: 32,
  error_free: 38,
  units_ordered: 67,
  tickets: 4,
  seller_ticket_weight: '3.25',
  reply_due: 4,
  replied_in_time: 3,
  overdue_tickets: 1,
  amount_days_late: '20000.50',
  unpaid_amount: 960,
}
const world = aWorld(SO_FAR, { elapsed_days: 10 })
const END: MonthEnd = {
  days: 30,
  payments: { invoices: 5, invoiced_amount: 9000, amount_days_late: '39200.50', unpaid_amount: 1960 },
  forecasts: {
    forecast_rows: 1,
    forecast_total: 150,
    actual_total: 120,
    absolute_error: 30,
    lateness_days: 3,
  },
}

t.test('counts grow by the days, payments and forecasts are those of the end, stock stays', async (t) => {
  t.equal(grownOrders(world.input, 30), 120)
  const { aggregates, elapsed_days } = atPace(world, END).world.input
  t.match(aggregates, {
    orders: '120',
    seller_cancelled: '3',
    ready_due: '105',
    ready_on_time: '96',
    error_free: '114',
    units_ordered: '201',
    tickets: '12',
    seller_ticket_weight: '9.75',
    overdue_tickets: '3',
    invoices: 5,
    amount_days_late: '39200.50',
    forecast_total: 150,
    stock_quantity: 900,
    stock_volume: 60,
  })
  t.equal(elapsed_days, 30)
  t.notOk('reply_fault_operator' in aggregates, 'of none that are left out there is none')
  const some = aWorld({ ...SO_FAR, ...{ reply_fault_operator: '2' } }, { elapsed_days: 10 })
  t.match(atPace(some, END).world.input.aggregates, { tickets: '12', reply_fault_operator: '6' })
  const more = aWorld({ ...SO_FAR, orders: 45, tickets: 5 }, { elapsed_days: 20 })
  const half = { orders: '70', tickets: '8' } // 69.75 and 7.75
  t.match(atPace(more, { ...END, days: 31 }).world.input.aggregates, half, 'rounded half up')
})

t.test('a rate of what comes day by day is at the month’s end what it is now', async (t) => {
  const returning = aWorld({ ...SO_FAR, returns: 3 }, { elapsed_days: 10 })
  const [now, end] = [returning, atPace(returning, END).world].map(({ input }) =>
    readAggregates(input.aggregates, input.elapsed_days),
  ) as [Facts, Facts]
  const daily: readonly string[] = DAILY_FEEDS
  const rates = METRICS.filter(({ reads }) => reads.every((feed) => daily.includes(feed)))
  t.ok(rates.some(({ name }) => name === 'return_rate'))
  for (const { name, read } of rates) {
    const [before, after] = [read(now), read(end)]
    t.ok(before.numerator.n > 0n, `${name} has something to grow`)
    const rate = ({ numerator, denominator }: typeof before) => divide(numerator, denominator)
    t.equal(compare(rate(after), rate(before)), 0, name)
  }
})

t.test('returns that are left out and those that are judged add up to the returns of the end', async (t) => {
  for (const [left_out, orders, returns, judged] of [
    [{ return_fault_operator: 1, return_fault_customer: 1 }, 40, 2, 0],
    [Object.fromEntries(REASONS.map((reason) => [sumOfLeftOut('return', reason), 1])), 100, 10, 9],
  ] as const) {
    const running = aWorld({ ...SO_FAR, orders, returns, ...left_out }, { elapsed_days: 20 })
    const { aggregates } = atPace(running, END).world.input
    t.equal(Number(aggregates.returns), returns * 1.5)
    t.equal(Number(aggregates.returns) - countLeftOut(aggregates, 'return'), judged)
  }
})

t.test('of what is to come the bad ones are open, what paying saves, and all of the stock', async (t) => {
  t.same(atPace(world, END).open, {
    closer_forecast: '0',
    earlier_forecast: '0',
    fewer_cancellations: '2',
    more_on_time: '6',
    cleaner_orders: '4',
    fewer_tickets: '6.5',
    faster_replies: '2',
    faster_resolutions: '2',
    earlier_payment: '19200',
  })
})

t.test('only what is to come can still go wrong', async (t) => {
  const { world: end, open, risk } = atPace(world, END)
  t.same(risk, {
    closer_forecast: '0',
    earlier_forecast: '0',
    fewer_cancellations: '78', // of 80 orders to come, 2 of which are expected to be cancelled
    more_on_time: '64',
    cleaner_orders: '76',
    faster_replies: '6',
    faster_resolutions: '6',
    earlier_payment: '0',
    less_overdue: '0',
  })
  const loses = (one: typeof end, bound: typeof risk) =>
    Object.fromEntries(sensitivity(one, open, bound).map(({ lever, to_lose }) => [lever, to_lose]))
  t.ok(Number(loses(end, {}).closer_forecast) > 0, 'forecasts could lose the tier in a month that is over')
  for (const lever of ['closer_forecast', 'earlier_forecast', 'earlier_payment', 'less_overdue'])
    t.equal(loses(end, risk)[lever], null, lever)
  for (const [lever, steps] of Object.entries(loses(end, risk)))
    t.ok(steps === null || steps <= Number((risk as Record<string, string>)[lever] ?? Infinity), lever)
  const { fewer_cancellations } = loses(end, {})
  t.ok(Number(fewer_cancellations) > 0)
  const few = { ...risk, fewer_cancellations: String(Number(fewer_cancellations) - 1) }
  t.equal(loses(end, few).fewer_cancellations, null, 'no more than those that come')
  t.equal(atPace(aWorld(SO_FAR, { elapsed_days: 30 }), END).risk.fewer_tickets, '0', 'no day is left')
})

t.test('a path asks for nothing that has happened', async (t) => {
  const { world: end, open } = atPace(world, END)
  const answer = cheapestPath(end, { open, target: 'Gold' })
  t.ok(answer.reachable)
  for (const { lever, facts } of answer.reachable ? answer.steps : []) {
    const most = Number((open as Record<string, string>)[lever] ?? Infinity)
    t.ok(
      Object.values(facts).every((by) => Math.abs(Number(by)) <= most),
      `${lever} ${JSON.stringify(facts)}`,
    )
  }
  t.notOk(answer.alone.some(({ lever, steps }) => lever === 'closer_forecast' && steps !== null))
  const [forecast] = sensitivity(end, open)
  t.match(forecast, { lever: 'closer_forecast', most: 0, one_step: 0, all: 0, alone: null })
})

t.test('what can no longer be reached names the month, not the levers', async (t) => {
  const late = counted({}, { elapsed_days: 30 })
  const { world: end, open } = atPace(late, {
    days: 30,
    payments: COUNTED as MonthEnd['payments'],
    forecasts: COUNTED as MonthEnd['forecasts'],
  })
  t.equal(scoreWorld(end).total_sos, scoreWorld(late).total_sos, 'the last day is the month')
  const answer = cheapestPath(end, { open, target: 'Platinum' })
  t.notOk(answer.reachable)
  t.match(answer, {
    reason: {
      code: 'running_month',
      sentence:
        "What has happened in the month can't be changed any more: p_score can reach 69.5 at best, and Platinum asks 70 of every component.",
    },
  })
})

t.test('where the month stands in the way, locks and limits do not count', async (t) => {
  const perfect = { absolute_error: 0, forecast_total: 120, lateness_days: 0 }
  const served = { seller_cancelled: 2, replied_in_time: 11, overdue_tickets: 1, seller_ticket_weight: '5' }
  const { world: end, open } = atPace(counted({ ...perfect, ...served }), {
    days: 30,
    payments: COUNTED as MonthEnd['payments'],
    forecasts: { ...COUNTED, ...perfect } as MonthEnd['forecasts'],
  })
  const can = 'the total can reach 87.43 at best, and Platinum asks 90.'
  for (const [locked, sentence] of [
    [[], `What has happened in the month can't be changed any more: ${can}`],
    [
      ['less_aged_stock'],
      `What has happened in the month can't be changed any more: without locks and limits ${can}`,
    ],
  ] as const)
    t.match(cheapestPath(end, { open, target: 'Platinum', locked }), {
      reason: { code: 'running_month', sentence },
    })
})

t.test('a grown month adds up: no part above its whole', async (t) => {
  const parts = [
    ['ready_on_time', 'ready_due'],
    ['ready_due', 'orders'],
    ['error_free', 'orders'],
    ['seller_cancelled', 'orders'],
    ['replied_in_time', 'reply_due'],
    ['reply_due', 'tickets'],
    ['overdue_tickets', 'tickets'],
  ] as const
  const days = fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 }))
  const wrong: string[] = []
  for (const [making, [soFar, all]] of fc.sample(fc.tuple(anyWorld, days), { seed: 3, numRuns: 200 })) {
    const plain = making.with({ scores: [50, 80], floors: [0, 0] })
    const running = { ...plain, input: { ...plain.input, elapsed_days: Math.min(soFar, all) } }
    const { aggregates } = running.input
    const forecasts = aggregates as MonthEnd['forecasts']
    const { world: end, open } = atPace(running, {
      days: all,
      payments: aggregates as MonthEnd['payments'],
      forecasts,
    })
    const value = (name: keyof Aggregates) => Number(end.input.aggregates[name] ?? 0)
    for (const [part, whole] of parts) {
      const [before, of] = [Number(aggregates[part] ?? 0), Number(aggregates[whole] ?? 0)]
      if (before <= of && value(part) > value(whole)) wrong.push(`${part} ${value(part)} of ${value(whole)}`)
    }
    const judged = value('returns') - countLeftOut(end.input.aggregates, 'return')
    const grew =
      ((Number(aggregates.returns ?? 0) - countLeftOut(aggregates, 'return')) * all) / Math.min(soFar, all)
    if (judged !== Math.floor(grew + 0.5)) wrong.push(`${judged} returns judged of ${grew}`)
    for (const [lever, most] of Object.entries(open)) if (!(Number(most) >= 0)) wrong.push(`${lever} ${most}`)
  }
  t.same(wrong, [])
})
