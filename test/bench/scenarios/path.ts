import { cheapestPath } from '../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { LEVER_NAMES } from '../../../src/scoring/simulation/levers/levers.ts'
import { sensitivity } from '../../../src/scoring/simulation/sensitivity.ts'
import { scoreWorld, type World } from '../../../src/scoring/simulation/world.ts'
import { aWorld, large, withFacts } from '../../scoring/simulation/a-world.ts'
import { alternate, atMost, beside, median } from '../scenario.ts'

const SELLERS = 100

async function path(rounds: number) {
  const sellers = Array.from({ length: SELLERS }, (_, index) => aSeller(index))
  const primes = [97, 89, 83, 79, 73, 71, 67, 61, 59, 53, 47, 43, 41, 37]
  const efforts = Object.fromEntries(LEVER_NAMES.map((name, index) => [name, primes[index] ?? 1]))
  const paths = (worlds: World[], ask = {}) => each(worlds, (world) => checked(world, ask))
  const passes = (worlds: World[]) => each(worlds, (world) => scoreWorld(world))
  const figures = {
    'median of 100 sellers': [() => median(paths(sellers)), () => median(passes(sellers)), 20],
    'worst of 100 sellers': [() => Math.max(...paths(sellers)), () => median(passes(sellers)), 250],
    'sensitivity, median': [
      () => median(each(sellers, (world) => sensitivity(world))),
      () => median(passes(sellers)),
      50,
    ],
    '10,000 orders, to Gold': [
      () => worst(paths([large()], { target: 'Gold' })),
      () => worst(passes([large()])),
      250,
    ],
    '10,000 orders, to Platinum': [
      () => worst(paths([large()], { target: 'Platinum' })),
      () => worst(passes([large()])),
      250,
    ],
    '10,000,000 orders, efforts of 37 to 97': [
      () => worst(paths([large(1000)], { target: 'Platinum', efforts })),
      () => worst(passes([large(1000)])),
      1000,
    ],
  } as const
  const measured = []
  for (const [what, [ours, limit, most]] of Object.entries(figures)) {
    const times = await alternate(
      rounds,
      async () => ours(),
      async () => limit(),
      2,
    )
    measured.push(beside(what, 'ms', times, 'one pass', atMost(most, 'ours')))
  }
  return measured
}

const worst = (times: number[]) => Math.max(...times)

/** How long the work takes for each world, in ms. */
const each = (worlds: World[], work: (world: World) => unknown): number[] =>
  worlds.map((world) => {
    const start = performance.now()
    work(world)
    return performance.now() - start
  })

/** A path that the engine agrees with. */
function checked(world: World, ask: object) {
  const answer = cheapestPath(world, ask)
  if (!answer.reachable) throw new Error(`no path: ${answer.reason.sentence}`)
  const facts = Object.fromEntries(answer.steps.flatMap(({ facts }) => Object.entries(facts)))
  const { tier } = scoreWorld(withFacts(world, facts))
  if (tier.name !== answer.after.tier)
    throw new Error(`the path leads to ${tier.name}, not ${answer.after.tier}`)
}

/** A seller of a middling month, always the same for an index. */
function aSeller(index: number): World {
  let state = index * 7919 + 17
  const upTo = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % (most + 1)
  }
  for (let turn = 0; turn < 10; turn++) upTo(1)
  const orders = 60 + upTo(340)
  const due = orders - upTo(Math.floor(orders / 10))
  const tickets = 4 + upTo(Math.floor(orders / 8))
  const off = upTo(Math.floor(orders / 3))
  const invoiced = 200_000 + upTo(9_000_000)
  const stock = 200 + upTo(4_000)
  return aWorld({
    orders,
    seller_cancelled: upTo(Math.floor(orders / 25)),
    ready_due: due,
    ready_on_time: due - upTo(Math.floor(due / 8)),
    error_free: orders - upTo(Math.floor(orders / 20)),
    units_ordered: orders + upTo(orders),
    forecast_rows: 1,
    actual_total: orders,
    forecast_total: orders + off,
    absolute_error: off,
    lateness_days: upTo(7),
    tickets,
    seller_ticket_weight: tickets - upTo(3) / 2,
    reply_due: tickets,
    replied_in_time: tickets - upTo(Math.floor(tickets / 3)),
    overdue_tickets: upTo(Math.floor(tickets / 4)),
    invoices: 4,
    invoiced_amount: (invoiced / 100).toFixed(2),
    amount_days_late: ((invoiced * upTo(30)) / 100).toFixed(2),
    unpaid_amount: (Math.floor((invoiced * upTo(20)) / 100) / 100).toFixed(2),
    stock_rows: 40,
    stock_volume: (stock / 10).toFixed(1),
    aged_volume: (Math.floor((stock * upTo(25)) / 100) / 10).toFixed(1),
    stranded_volume: (Math.floor((stock * upTo(5)) / 100) / 10).toFixed(1),
    stock_quantity: 10 * orders + upTo(stock),
  })
}

export const titles = {
  path: 'The cheapest path to the next tier, computed in one thread: 100 sellers of 60 to 400 orders, and one of 10,000 orders and more; the limit is one pass of the engine, of which trying all combinations takes millions.',
}

export default { path }
