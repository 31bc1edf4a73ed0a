import t from 'tap'
import { METRICS } from '../../src/scoring/metrics.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { type AddedFacts, type WhatIfQuestion, whatIf } from '../../src/scoring/simulation/what-if.ts'
import { scoreWorld, type World } from '../../src/scoring/simulation/world.ts'
import { aggregatesOf, anException, anInput, rules, set, VALUES } from '../scoring/a-seller.ts'

const aggregates = aggregatesOf(VALUES.average)
const worldOf = (given: Partial<World['input']> = {}, appeals: World['appeals'] = []): World => ({
  rules,
  input: anInput({ aggregates, ...given }),
  appeals,
})
const noInvoices = worldOf({
  aggregates: { ...aggregates, invoices: 0, invoiced_amount: 0, amount_days_late: 0, unpaid_amount: 0 },
})
const ask = (given: Partial<WhatIfQuestion>, world = worldOf()) =>
  whatIf(world, { metrics: {}, facts: {}, ...given })
const refusal = (given: Partial<WhatIfQuestion>, world = worldOf()) => {
  try {
    ask(given, world)
    return 'answered'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

t.test('a metric is set: its points come from the curve, and the rest stays', async (t) => {
  const set = ask({ metrics: { on_time_ready_rate: 97 } })
  t.same(ask({ facts: { ready_on_time: '30' } }), set, 'the facts that give the value come to the same')
  t.same(set, {
    tier_changed: false,
    before: {
      total_sos: 72.93,
      tier: 'Silver',
      is_rated: true,
      components: scoreWorld(worldOf()).components,
    },
    after: {
      ...{ total_sos: 74.73, tier: 'Silver', is_rated: true },
      components: { ...scoreWorld(worldOf()).components, o_score: { raw: 83.07, weighted: 24.92 } },
    },
    changes: [
      {
        metric: 'on_time_ready_rate',
        ...{ value_before: 94, value_after: 97, points_before: 80, points_after: 95, total_delta: 1.8 },
      },
    ],
  })
})

t.test('no change, and one that adds nothing, leave the score as it is to the byte', async (t) => {
  for (const given of [
    {},
    { facts: { orders: '0', invoiced_amount: '-0.00' } },
    { metrics: { forecast_error: undefined } },
  ]) {
    const { before, after, changes, tier_changed } = ask(given)
    t.equal(JSON.stringify(after), JSON.stringify(before))
    t.same([changes, tier_changed], [[], false])
  }
})

t.test('facts are added, and each metric that they move says what it does alone', async (t) => {
  const { after, changes } = ask({
    facts: { orders: '10', ready_due: '10', ready_on_time: '10', error_free: '7' },
  })
  const moved = { ...aggregates, orders: 1010, ready_due: 1010, ready_on_time: 950, error_free: 977 }
  const scored = scoreSeller(rules, anInput({ aggregates: moved }))
  t.same([after.total_sos, after.components], [scored.total_sos, scored.components])
  t.same(
    changes.map(({ metric }) => metric),
    ['seller_cancel_rate', 'on_time_ready_rate', 'order_data_accuracy', 'seller_ticket_rate'],
  )
  t.ok((changes[2]?.total_delta ?? 0) < 0 && (changes[1]?.total_delta ?? 0) > 0)
})

t.test('decided appeals, exceptions and floors count as ever', async (t) => {
  const decided = worldOf({}, [{ component: 'o_score', raw_after: 90 }])
  t.equal(
    ask({ metrics: { on_time_ready_rate: 100 } }, decided).after.total_sos,
    scoreWorld(decided).total_sos,
  )
  const other = ask({ metrics: { ticket_reply_rate: 100 } }, decided)
  t.ok(other.after.total_sos > other.before.total_sos)
  const given = { facts: { replied_in_time: '12' } }
  t.same(ask(given, decided).after, other.after)

  const total = worldOf({}, [{ component: 'o_score', total_after: 80 }])
  t.equal(ask({ metrics: { ticket_reply_rate: 100 } }, total).after.total_sos, 80)

  const capped = worldOf({ exceptions: [anException({ adjustment_rule: { op: 'cap', value: 70 } })] })
  t.same(ask({ metrics: { on_time_ready_rate: 100 } }, capped).after.total_sos, 70)
})

t.test('facts can take the data of a component away, and give it', async (t) => {
  const without = {
    facts: { invoices: '-1', invoiced_amount: '-100', amount_days_late: '-1000', unpaid_amount: '-12' },
  }
  const { after, changes } = ask(without)
  t.match(changes, [
    { metric: 'days_beyond_terms', value_after: null, points_after: null },
    { metric: 'overdue_share', value_after: null, points_after: null },
  ])
  t.not(after.components.f_score.raw, ask({}).before.components.f_score.raw, 'it is imputed')
  const back = {
    facts: { invoices: '1', invoiced_amount: '100', amount_days_late: '1000', unpaid_amount: '12' },
  }
  t.same(ask(back, noInvoices).after, ask({}).before)
})

t.test('what a metric can not be is refused', async (t) => {
  t.match(
    refusal({ metrics: { days_beyond_terms: 1 } }, noInvoices),
    /^metric_without_value: metrics\.days_beyond_terms has no value/,
  )
  t.match(
    refusal({ metrics: { on_time_ready_rate: 97 }, facts: { ready_on_time: '1' } }),
    /^ambiguous_request: metrics\.on_time_ready_rate is given, and facts change it too/,
  )
  t.equal(refusal({ metrics: { on_time_ready_rate: 97 }, facts: { error_free: '1' } }), 'answered')
  for (const { name, most } of METRICS.filter(({ most }) => most !== undefined))
    t.equal(
      refusal({ metrics: { [name]: Number(most) + 0.5 } }),
      `facts_impossible: metrics.${name} can't be above ${most}.`,
    )
  for (const name of ['on_time_ready_rate', 'overdue_share', 'forecast_lateness'])
    t.match(refusal({ metrics: { [name]: 500 } }), /^facts_impossible/, name)
  t.equal(refusal({ metrics: { seller_ticket_rate: 500, forecast_error: 500 } }), 'answered')
  for (const odd of [-1, 1e-7, 1e300, Number.NaN, Infinity, 97.1234567])
    t.match(
      refusal({ metrics: { forecast_error: odd } }),
      /^invalid_field: metrics.forecast_error must be a number/,
      String(odd),
    )
})

t.test('a metric that the configuration has no rule for is refused', async (t) => {
  const others = set['p-score'].filter(({ metric }) => metric !== 'forecast_bias')
  const world = { ...worldOf(), rules: prepareRules({ ...set, 'p-score': others }) }
  t.match(
    refusal({ metrics: { forecast_bias: 40, forecast_error: 10 } }, world),
    /^metric_without_value: metrics\.forecast_bias is not scored in this month/,
  )
  t.equal(refusal({ metrics: { forecast_error: 10 } }, world), 'answered')
  t.equal(refusal({ metrics: { forecast_bias: undefined } }, world), 'answered')
})

t.test('an impossible world is refused, and the sentence says why', async (t) => {
  const cases: [AddedFacts, RegExp][] = [
    [{ ready_on_time: '61' }, /ready_on_time would be 1001 of 1000 ready_due/],
    [{ ready_due: '-61' }, /ready_on_time would be 940 of 939 ready_due/],
    [{ error_free: '31' }, /error_free would be 1001 of 1000 orders/],
    [{ seller_cancelled: '983' }, /seller_cancelled would be 1001 of 1000 orders/],
    [{ seller_cancelled: '982' }, /units_ordered would be 400 without any order that is not cancelled/],
    [{ seller_cancelled: '-19' }, /seller_cancelled would be -1, and it can't be below 0/],
    [{ orders: '-31' }, /error_free would be 970 of 969 orders/],
    [{ cancelled_later: '19' }, /cancelled_later would be 19 of 18 seller_cancelled/],
    [{ seller_cancelled: '983', cancelled_later: '1' }, /without any order that is not cancelled/],
    [{ replied_in_time: '13' }, /replied_in_time would be 101 of 100 reply_due/],
    [{ overdue_tickets: '93' }, /overdue_tickets would be 101 of 100 resolve_due/],
    [
      { tickets: '-100', reply_due: '-100', replied_in_time: '-88', overdue_tickets: '-8' },
      /seller_ticket_weight would be 60 without any tickets/,
    ],
    [{ unpaid_amount: '88.01' }, /unpaid_amount would be 100.01 of 100 invoiced_amount/],
    [{ invoices: '-1' }, /invoiced_amount would be 100 without any invoices/],
    [
      { invoiced_amount: '-100', unpaid_amount: '-12' },
      /amount_days_late would be 1000 without any invoiced_amount/,
    ],
    [{ aged_volume: '86.000001' }, /aged_volume would be 100.000001 of 100 stock_volume/],
    [{ stranded_volume: '99' }, /stranded_volume would be 101 of 100 stock_volume/],
    [{ stock_rows: '-1' }, /stock_volume would be 100 without any stock_rows/],
    [{ absolute_error: '-18' }, /absolute_error would be 17, and with a forecast_total of 118/],
    [{ absolute_error: '184' }, /absolute_error would be 219/],
    [
      { actual_total: '-100' },
      /absolute_error would be 35, and with a forecast_total of 118 and an actual_total of 0/,
    ],
    [{ lateness_days: '12' }, /lateness_days would be 15 with 1 forecast_rows/],
    [{ forecast_rows: '-1' }, /without any forecast_rows/],
  ]
  for (const [facts, why] of cases)
    t.match(refusal({ facts }), new RegExp(`^facts_impossible: .*${why.source}`), JSON.stringify(facts))
  t.match(refusal({ facts: { orders: '0.5' } }), /^invalid_field: facts.orders must be a whole number/)
  t.equal(refusal({ facts: { seller_ticket_weight: '0.5', stock_volume: '1.25' } }), 'answered')
})

t.test('what was wrong before is no reason to refuse another change', async (t) => {
  const odd = worldOf({ aggregates: { ...aggregates, reply_due: 200 } })
  t.equal(refusal({ facts: { error_free: '1' } }, odd), 'answered')
})
