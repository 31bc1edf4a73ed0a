import t from 'tap'
import { type Service, service } from '../spec/service.ts'
import { addSeller, factsOf, MONTH, pushMonth, WRONGS, type Wrongs } from './april.ts'

// A path is walked: what it says is pushed as facts, calculated, and the tier is there. With one step less it is not.

const api = await service(t)
const SELLER = 'S-WALKS'
const start = { paid_late: false }
await addSeller(api, SELLER)
await pushMonth(api, SELLER, start)
await api.calculate(MONTH)

/** The levers whose facts touch nothing else, and what goes wrong that each mends. */
const WALKED = {
  more_on_time: 'late',
  cleaner_orders: 'errors',
  faster_replies: 'slow_replies',
  faster_resolutions: 'overdue',
} as const
type Walked = keyof typeof WALKED

interface Step {
  lever: Walked
  steps: number
  facts: Record<string, string>
}

const { alone } = await path(api, {})
const locked = alone.map(({ lever }) => lever).filter((lever) => !(lever in WALKED))
const found = await path(api, { locked })

function path({ done }: Service, ask: object) {
  return done('viewer', 'POST', `/api/sos/sellers/${SELLER}/score/path`, {
    period: MONTH,
    target: 'Gold',
    ...ask,
  }) as Promise<{
    alone: { lever: string }[]
    cost: number
    steps: Step[]
    before: { total_sos: number }
    after: { total_sos: number; is_rated: boolean; tier: string }
  }>
}

/** The score once these steps have been pushed over the month as it was. */
async function walk(steps: Step[]) {
  const mended: Partial<Wrongs> = Object.fromEntries(
    steps.map(({ lever, steps }) => [WALKED[lever], WRONGS[WALKED[lever]] - steps]),
  )
  await pushMonth(api, SELLER, { ...start, ...mended }, ['orders', 'tickets'])
  await api.calculate(MONTH)
  const { total_sos, is_rated, tier } = await api.done(
    'viewer',
    'GET',
    `/api/sos/sellers/${SELLER}/score?period=${MONTH}`,
  )
  return { total_sos, is_rated, tier: tier.name as string }
}

t.test('the path asks for all four levers', async (t) => {
  t.ok(found.steps.length >= 3, `cost ${found.cost}`)
  t.ok(found.steps.every(({ lever }) => lever in WALKED))
  t.equal(factsOf(WRONGS).orders.length, 120)
})

t.test('pushed and calculated it reaches the tier, with the total that it said', async (t) => {
  t.same(await walk(found.steps), found.after)
  t.equal(found.after.tier, 'Gold')
})

t.test('with one step less of any lever it does not', async (t) => {
  for (const step of found.steps) {
    const less = found.steps.map((one) => (one === step ? { ...one, steps: one.steps - 1 } : one))
    t.equal((await walk(less)).tier, 'Silver', step.lever)
  }
})

t.test('once it is walked, the next path to the tier costs nothing', async (t) => {
  await walk(found.steps)
  t.match(await path(api, { locked }), { cost: 0, steps: [], after: { tier: 'Gold' } })
})
