import t from 'tap'
import { cheapestPath, type PathAsk } from '../../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { LEVER_NAMES } from '../../../../src/scoring/simulation/levers/levers.ts'
import { scoreWorld, type World } from '../../../../src/scoring/simulation/world.ts'
import { aggregatesOf, anException, none, paysLate, VALUES } from '../../a-seller.ts'
import { AVERAGE, aWorld, counted, large, stepsOf, withFacts } from '../a-world.ts'
import { movedByHand } from '../by-hand.ts'

const LATE = aggregatesOf(paysLate)
const WITHOUT_MONEY_AND_STOCK = aggregatesOf([...VALUES.average.slice(0, 9), ...none(5)])
const exception = (op: string, value: number, component: string | null = null, id = 7) =>
  anException({ id, score_component_affected: component, adjustment_rule: { op, value } })

const withException = (...one: Parameters<typeof exception>) =>
  aWorld(AVERAGE, { exceptions: [exception(...one)] })

function reached(world: World, ask?: PathAsk) {
  const answer = cheapestPath(world, ask)
  if (!answer.reachable) throw new Error(answer.reason.sentence)
  return answer
}
function notReached(world: World, ask?: PathAsk) {
  const answer = cheapestPath(world, ask)
  if (answer.reachable) throw new Error(`reached for ${answer.cost}`)
  return answer
}

/** The documented examples: what it costs, and where it leads. */
const EXAMPLES: Record<string, [World, PathAsk, number, number, string]> = {
  'the average seller': [aWorld(AVERAGE), {}, 23, 80.23, 'Gold'],
  'with a floor of 90 on o_score': [withException('floor', 90, 'o_score'), {}, 10, 80.1, 'Gold'],
  'without invoices and stock': [aWorld(WITHOUT_MONEY_AND_STOCK), {}, 17, 80.03, 'Gold'],
  'a great one that pays late': [aWorld(LATE), {}, 44, 90.04, 'Gold'],
  'one of 120 orders': [counted(), { target: 'Gold' }, 15, 80.41, 'Gold'],
  'one of 120 orders, to Platinum': [counted(), { target: 'Platinum' }, 37, 90.21, 'Platinum'],
}

const totalOf = (world: World) => scoreWorld(world).explanation.total.after

for (const [name, [world, ask, cost, total_sos, tier]] of Object.entries(EXAMPLES))
  t.test(`${name}: ${cost} steps to ${total_sos}`, async (t) => {
    const answer = reached(world, ask)
    t.match(answer, { cost, exact: true, target: tier, after: { total_sos, tier } })
    const taken = answer.steps.reduce((sum, { steps, effort }) => sum + steps * effort, 0)
    t.equal(taken, cost)
    const steps = stepsOf(answer)
    t.match(scoreWorld(movedByHand(world, steps)), { total_sos, tier: { name: tier } })
    const points = answer.steps.map((step) => step.points)
    t.same(
      points,
      points.toSorted((a, b) => b - a),
      'the one that brings most stands first',
    )
    for (const { lever, steps: many, points, facts } of answer.steps) {
      const alone = totalOf(movedByHand(world, { [lever]: many }))
      t.equal(points, Math.round((alone - totalOf(world)) * 100) / 100, lever)
      const less = scoreWorld(movedByHand(world, { ...steps, [lever]: (steps[lever] ?? 0) - 1 }))
      t.not(less.tier.name, tier, `one step less of ${lever} does not reach ${tier}`)
      t.ok(Object.keys(facts).length > 0)
    }
    const all = answer.steps.reduce((one, { facts }) => withFacts(one, facts), world)
    t.equal(scoreWorld(all).total_sos, total_sos, 'its facts added to the aggregates give the same')
    for (const { steps } of answer.alone) t.ok(steps === null || steps >= cost, 'no lever alone costs less')
  })

t.test('a late payer has only the gate of f_score to pass, by earlier payment alone', async (t) => {
  const answer = reached(aWorld(LATE))
  t.same(stepsOf(answer), { earlier_payment: 44 })
  t.same(
    answer.alone.filter(({ steps }) => steps !== null),
    [{ lever: 'earlier_payment', steps: 44 }],
  )
})

t.test('each step says what it moves', async (t) => {
  const { steps, before } = reached(counted())
  t.same(before, { total_sos: 67.86, is_rated: true, tier: 'Silver' })
  t.same(
    steps.find(({ lever }) => lever === 'more_on_time'),
    {
      lever: 'more_on_time',
      steps: 4,
      effort: 1,
      metric: 'on_time_ready_rate',
      value_before: 92.727273,
      value_after: 96.363636,
      points: 2.18,
      facts: { ready_on_time: '4' },
      sentence: 'Have 4 more of 110 orders ready on time: from 102 to 106.',
    },
  )
})

t.test('locks, limits and what is open are kept, and efforts change the choice', async (t) => {
  const locked = reached(counted(), { locked: ['more_on_time'] })
  t.notOk('more_on_time' in stepsOf(locked))
  t.notOk(locked.alone.some(({ lever }) => lever === 'more_on_time'))
  t.ok((stepsOf(reached(counted(), { limits: { more_on_time: 2 } })).more_on_time ?? 0) <= 2)
  const open = { more_on_time: '3', fewer_cancellations: '0' }
  t.ok((stepsOf(reached(counted(), { open })).more_on_time ?? 0) <= 3)
  let before = 15
  for (const effort of [2, 5, 20, 100]) {
    const { cost, exact } = reached(counted(), {
      efforts: { more_on_time: effort, fewer_cancellations: effort },
    })
    t.ok(exact && cost >= before, `${cost} at effort ${effort}, ${before} before`)
    before = cost
  }
  t.same(stepsOf(reached(counted(), { efforts: { more_on_time: 100 } })).more_on_time, undefined)
})

t.test('a target that is reached costs nothing, and the highest tier has no next one', async (t) => {
  t.match(reached(counted(), { target: 'Bronze' }), { cost: 0, steps: [], after: { tier: 'Silver' } })
  const top = aWorld(aggregatesOf(VALUES.good))
  t.match(reached(top), { target: 'Platinum', cost: 0 })
})

const WITHOUT_IT = 'without it Gold could be reached.'
const UNREACHABLE: Record<string, [World, PathAsk, object]> = {
  'too little data': [
    aWorld({}),
    {},
    { target: 'Critical', reason: { code: 'too_little_data', sentence: /not rated: / } },
  ],
  locks: [
    counted(),
    { locked: LEVER_NAMES.filter((name) => name !== 'less_cover') },
    {
      reason: {
        code: 'locked',
        sentence:
          'With the levers that are left t_score can reach 48.38 at best, and Gold asks 50 of every component; without locks and limits Gold could be reached.',
      },
      best: { tier: 'Silver' },
    },
  ],
  'a cap on the total': [
    withException('cap', 79),
    {},
    {
      best: { total_sos: 79, tier: 'Silver' },
      reason: { code: 'exception', sentence: `Exception 7 holds the total back: ${WITHOUT_IT}` },
    },
  ],
  'a cap on a component': [
    withException('cap', 45, 'f_score', 3),
    {},
    { reason: { code: 'exception', sentence: /^Exception 3 holds f_score back/ } },
  ],
  'two exceptions that hold it back together': [
    aWorld(AVERAGE, { exceptions: [exception('cap', 79, null, 3), exception('set', 70, null, 4)] }),
    {},
    { reason: { code: 'exception', sentence: /^Exceptions 3, 4 hold the score back/ } },
  ],
  'a decided total': [
    { ...aWorld(AVERAGE), appeals: [{ component: 'o_score', total_after: 74 }] },
    {},
    {
      best: { total_sos: 74, steps: [] },
      reason: { code: 'appeal', sentence: 'An appeal decided the total, which no lever moves.' },
    },
  ],
  'a decided raw': [
    { ...aWorld(AVERAGE), appeals: [{ component: 'f_score', raw_after: 40 }] },
    {},
    { reason: { code: 'appeal', sentence: 'An appeal decided f_score, which no lever moves.' } },
  ],
  'a component below the floor of the tier': [
    aWorld({ ...LATE, actual_total: 0, forecast_total: 50, absolute_error: 50, lateness_days: 14 }),
    { target: 'Gold' },
    {
      reason: {
        code: 'component_floor',
        sentence: 'p_score can reach 20 at best, and Gold asks 50 of every component.',
      },
    },
  ],
}

for (const [name, [world, ask, expected]] of Object.entries(UNREACHABLE))
  t.test(`not reachable: ${name}`, async (t) => {
    const answer = notReached(world, ask)
    t.match(answer, expected)
    const alone = name === 'too little data' ? [] : [null] // there no lever is asked
    t.same([...new Set(answer.alone.map(({ steps }) => steps))], alone)
    const best = scoreWorld(movedByHand(world, stepsOf(answer)))
    t.match(answer.best, { total_sos: best.total_sos, tier: best.tier.name })
  })

t.test('of many exceptions all that hold the score back are named as one', async (t) => {
  const many = (length: number, op: string, value: number) =>
    Array.from({ length }, (_, n) => exception(op, value, null, n + 1))
  const sentence = (exceptions: ReturnType<typeof many>) =>
    notReached(aWorld(AVERAGE, { exceptions }), { target: 'Gold' }).reason.sentence
  const held = 'hold the score back: without them Gold could be reached.'
  t.equal(sentence(many(1000, 'cap', 79)), `Exceptions 1, 2, 3, 4, 5 and 995 others ${held}`)
  t.equal(
    sentence([...many(30, 'add', 0.01), exception('cap', 79, null, 77)]),
    `Exception 77 holds the total back: ${WITHOUT_IT}`,
  )
  t.equal(
    sentence([...many(11, 'cap', 79), exception('set', 79, null, 77)]),
    `Exceptions 1, 2, 3, 4, 5 and 7 others ${held}`,
  )
})

/** The default tiers, but Platinum asks 85, and nothing of single components. */
function withoutFloor(world: World): World {
  const { tiers } = world.rules
  const rated = tiers.rated.map((tier) =>
    tier.name === 'Platinum' ? { ...tier, min_score: 85, min_component_score: 0 } : tier,
  )
  return { ...world, rules: { ...world.rules, tiers: { ...tiers, rated } } }
}

t.test('not reachable: a total that is too far says how far it gets', async (t) => {
  const world = withoutFloor(aWorld({ ...AVERAGE, actual_total: 0, absolute_error: 50, forecast_total: 50 }))
  t.match(notReached(world, { target: 'Platinum' }), {
    best: { total_sos: 84, tier: 'Silver' },
    reason: { code: 'too_far', sentence: 'The total can reach 84 at best, and Platinum asks 85.' },
  })
})

t.test('an appeal that decided a total leaves the gates to be passed', async (t) => {
  const world: World = { ...aWorld(LATE), appeals: [{ component: 'f_score', total_after: 95 }] }
  t.match(reached(world, { target: 'Gold' }), {
    cost: 44,
    exact: true,
    after: { total_sos: 95, tier: 'Gold' },
  })
})

t.test('a tier that is held is reached, though more steps would lower what an appeal decided', async (t) => {
  const world: World = {
    ...counted({ invoices: 0, invoiced_amount: 0, amount_days_late: 0, unpaid_amount: 0 }),
    appeals: [
      { component: 'o_score', total_after: 60 },
      { component: 'f_score', raw_after: 90 },
    ],
  }
  const held = { total_sos: 65.08, tier: 'Silver' }
  t.match(reached(world, { target: 'Silver' }), {
    cost: 0,
    exact: true,
    before: held,
    after: held,
    steps: [],
  })
  t.match(notReached(world, { target: 'Gold' }), { before: held, best: { ...held, steps: [] } })
})

t.test('the way to a higher tier with a lower floor is a way to the target', async (t) => {
  const world = aWorld(LATE)
  t.match(reached(world, { target: 'Gold' }), { cost: 44, after: { tier: 'Gold' } })
  const other = reached(withoutFloor(world), { target: 'Gold' })
  t.match(other, { exact: true, after: { tier: 'Platinum' } })
  t.ok(other.cost < 44, `${other.cost} steps to Platinum, 44 to Gold`)
})

t.test('ten thousand orders are searched exactly, ten million within bounds', async (t) => {
  const primes = [97, 89, 83, 79, 73, 71, 67, 61, 59, 53, 47, 43, 41, 37]
  const efforts = Object.fromEntries(LEVER_NAMES.map((name, index) => [name, primes[index] ?? 1]))
  for (const target of ['Gold', 'Platinum']) t.ok(reached(large(), { target }).exact, target)
  const world = large(1000)
  for (const ask of [{ target: 'Platinum' }, { target: 'Platinum', efforts }]) {
    const answer = reached(world, ask)
    t.notOk(answer.exact)
    const facts = answer.steps.flatMap(({ facts }) => Object.entries(facts))
    t.equal(scoreWorld(withFacts(world, Object.fromEntries(facts))).tier.name, 'Platinum')
    for (const { lever, steps } of answer.steps) {
      const less = steps - 1
      const others = answer.steps.flatMap((step) => (step.lever === lever ? [] : Object.entries(step.facts)))
      const [fact, by] =
        Object.entries(answer.steps.find((step) => step.lever === lever)?.facts ?? {})[0] ?? []
      const shorter = { ...Object.fromEntries(others), [fact ?? '']: String((Number(by) * less) / steps) }
      t.not(scoreWorld(withFacts(world, shorter)).tier.name, 'Platinum', `one step less of ${lever}`)
    }
  }
})
