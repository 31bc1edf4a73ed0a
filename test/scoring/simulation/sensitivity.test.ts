import fc from 'fast-check'
import t from 'tap'
import { parse, round, subtract } from '../../../src/scoring/rational.ts'
import { LEVER_NAMES } from '../../../src/scoring/simulation/levers/levers.ts'
import { sensitivity } from '../../../src/scoring/simulation/sensitivity.ts'
import { scoreWorld, type World } from '../../../src/scoring/simulation/world.ts'
import { aggregatesOf, VALUES } from '../a-seller.ts'
import { aWorld, counted, large } from './a-world.ts'
import { anyWorld } from './any-world.ts'
import { movedByHand } from './by-hand.ts'

const of = (world: World, lever: string) => sensitivity(world).find((one) => one.lever === lever)

t.test('each lever says how far it goes and what that brings', async (t) => {
  t.same(
    sensitivity(counted()).map(({ lever }) => lever),
    LEVER_NAMES,
  )
  t.same(of(counted(), 'more_on_time'), {
    lever: 'more_on_time',
    metric: 'on_time_ready_rate',
    most: 8,
    one_step: 0.55,
    all: 3.16,
    alone: null,
    to_lose: 5,
  })
  t.match(of(counted(), 'less_cover'), { most: 100, one_step: 0.02, all: -2.96 })
  t.match(of(counted(), 'more_cover'), { most: 200, all: -2.96 })
})

t.test('at the top there is nothing to reach, without data neither to reach nor to lose', async (t) => {
  const top = sensitivity(aWorld(aggregatesOf(VALUES.good)))
  t.ok(top.every(({ alone }) => alone === null) && top.some(({ to_lose }) => to_lose !== null))
  t.same(sensitivity(aWorld({})), [])
  const few = sensitivity(aWorld({ stock_rows: 1, stock_volume: 10, aged_volume: 3 }))
  t.ok(few.length > 0 && few.every(({ alone, to_lose }) => alone === null && to_lose === null))
})

t.test('what is open bounds the way up, not the way down', async (t) => {
  const [one] = sensitivity(counted(), { closer_forecast: '4' })
  t.match(one, { lever: 'closer_forecast', most: 2, to_lose: of(counted(), 'closer_forecast')?.to_lose })
})

t.test('changes are those of the engine, and alone the first steps that reach the tier', async (t) => {
  const worlds = fc.sample(anyWorld, { seed: 11, numRuns: 25 })
  const wrong: string[] = []
  let [alone, lost] = [0, 0]
  for (const making of worlds) {
    const world = making.with({ scores: [55, 75], floors: [0, 30] })
    const { explanation, tier, is_rated } = scoreWorld(world)
    const before = parse(explanation.total.after)
    const order = ['High', 'Middle', 'Low']
    const place = order.indexOf(tier.name)
    for (const one of sensitivity(world)) {
      const score = (steps: number) => scoreWorld(movedByHand(world, { [one.lever]: steps }))
      const change = (steps: number) =>
        round(subtract(parse(score(steps).explanation.total.after), before), 2)
      if (one.all !== change(one.most)) wrong.push(`${one.lever}: all is ${one.all}`)
      if (one.one_step !== change(Math.min(1, one.most)))
        wrong.push(`${one.lever}: one_step is ${one.one_step}`)
      if (one.most > 60 || !is_rated) continue
      const steps = Array.from({ length: one.most + 1 }, (_, steps) => steps)
      const first = steps.find((count) => order.indexOf(score(count).tier.name) < place) ?? null
      if (one.alone !== first) wrong.push(`${one.lever}: alone is ${one.alone}, not ${first}`)
      alone += first === null ? 0 : 1
      lost += one.to_lose === null ? 0 : 1
    }
  }
  t.same(wrong, [])
  t.ok(alone > 5 && lost > 5, `${alone} alone, ${lost} can lose`)
})

t.test('one step more the wrong way loses the tier, one less does not', async (t) => {
  const world = counted()
  const worse: Record<string, (steps: number) => object> = {
    more_on_time: (steps) => ({ ready_on_time: 102 - steps }),
    cleaner_orders: (steps) => ({ error_free: 116 - steps }),
    fewer_cancellations: (steps) => ({ seller_cancelled: 3 + steps }),
    closer_forecast: (steps) => ({ absolute_error: 30 + 2 * steps, forecast_total: 150 + 2 * steps }),
    fewer_tickets: (steps) => ({ seller_ticket_weight: 9.5 + steps }),
    earlier_payment: (steps) => ({ amount_days_late: 64000 + 8000 * steps }),
    less_overdue: (steps) => ({ unpaid_amount: 960 + 80 * steps }),
    less_aged_stock: (steps) => ({ aged_volume: (9 + 0.6 * steps).toFixed(1) }),
    less_cover: (steps) => ({ stock_quantity: 900 + 9 * steps }),
    more_cover: (steps) => ({ stock_quantity: 900 - 9 * steps }),
  }
  for (const { lever, to_lose } of sensitivity(world)) {
    const change = worse[lever]
    if (!change || to_lose === null) continue
    t.equal(scoreWorld(counted(change(to_lose))).tier.name, 'Bronze', `${to_lose} steps against ${lever}`)
    t.equal(scoreWorld(counted(change(to_lose - 1))).tier.name, 'Silver', `one less against ${lever}`)
  }
})

t.test('millions of orders take no more of it', async (t) => {
  t.equal(sensitivity(large(1000)).length, LEVER_NAMES.length)
})
