import fc from 'fast-check'
import t from 'tap'
import { COMPONENTS } from '../../../../src/scoring/components.ts'
import { cheapestPath, type PathAsk } from '../../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { LEVER_NAMES, type LeverName } from '../../../../src/scoring/simulation/levers/levers.ts'
import { scoreWorld, type World } from '../../../../src/scoring/simulation/world.ts'
import { stepsOf, withFacts } from '../a-world.ts'
import { anyWorld } from '../any-world.ts'
import { movedByHand } from '../by-hand.ts'

const WORLDS = 90

/** Worlds with all levers open and a tier that lies somewhere above their total. */
const made = fc
  .sample(fc.tuple(anyWorld, fc.integer({ min: 1, max: 2000 }), fc.constantFrom(0, 0, 40, 60)), {
    seed: 99,
    numRuns: WORLDS,
  })
  .map(([making, above, floor]) => {
    const plain = scoreWorld(making.with({ scores: [98, 99], floors: [0, 0] }))
    const score = Math.min(98, Math.round(plain.total_sos * 100 + above) / 100)
    return making.with({ scores: [Math.max(0.01, score), 99], floors: [floor, floor] })
  })

function pathOf(world: World, ask: PathAsk = {}) {
  const answer = cheapestPath(world, { target: 'Middle', ...ask })
  return answer.reachable && answer.exact && answer.cost > 0 ? answer : null
}
const reaches = (world: World) => ['Middle', 'High'].includes(scoreWorld(world).tier.name)

t.test('paths lead there, by their facts too, and one step less of any lever does not', async (t) => {
  let paths = 0
  for (const [index, world] of made.entries()) {
    const answer = pathOf(world)
    if (!answer) continue
    paths += 1
    const steps = stepsOf(answer)
    const facts = Object.fromEntries(answer.steps.flatMap(({ facts }) => Object.entries(facts)))
    if (!reaches(movedByHand(world, steps)) || !reaches(withFacts(world, facts)))
      t.fail(`${index}: the path does not lead there`)
    for (const [lever, count] of Object.entries(steps))
      if (reaches(movedByHand(world, { ...steps, [lever]: count - 1 })))
        t.fail(`${index}: one step less of ${lever} reaches it too`)
    for (const { lever, steps } of answer.alone)
      if (steps !== null && (steps < answer.cost || !reaches(movedByHand(world, { [lever]: steps }))))
        t.fail(`${index}: ${lever} alone takes ${steps}`)
  }
  t.ok(paths > 30, `${paths} paths`)
})

t.test('a higher effort never lowers the cost, nor does a lock or a limit', async (t) => {
  let compared = 0
  for (const [index, world] of made.entries()) {
    const before = pathOf(world)
    const lever = before?.steps[0]?.lever ?? (LEVER_NAMES[index % LEVER_NAMES.length] as LeverName)
    if (!before) continue
    const asks: PathAsk[] = [
      { efforts: { [lever]: 2 + (index % 98) } },
      { locked: [lever] },
      { limits: { [lever]: index % 3 } },
    ]
    for (const ask of asks) {
      const after = cheapestPath(world, { target: 'Middle', ...ask })
      if (!after.reachable) continue
      compared += 1
      if (after.cost < before.cost) t.fail(`${index}: ${after.cost} is less than ${before.cost}`)
    }
  }
  t.ok(compared > 60, `${compared} compared`)
})

t.test('what appeals make hard to tell is told right: the best is none below what is', async (t) => {
  let [unclear, held] = [0, 0]
  for (const [index, plain] of made.entries()) {
    const { explanation } = scoreWorld({ ...plain, appeals: [] })
    const without = COMPONENTS.find((component) => !explanation.components[component].has_data)
    if (!without || unclear === 25) continue
    unclear += 1
    const world: World = {
      ...plain,
      appeals: [
        { component: 'o_score', total_after: (index * 7) % 100 },
        { component: without, raw_after: (index * 13) % 100 },
      ],
    }
    const { total_sos, tier } = scoreWorld(world)
    for (const target of ['High', 'Middle', 'Low']) {
      const answer = cheapestPath(world, { target })
      const said = answer.reachable ? answer.after : answer.best
      const { total_sos: total, tier: name } = scoreWorld(movedByHand(world, stepsOf(answer)))
      if (said.total_sos !== total || said.tier !== name.name) t.fail(`${index}: not what its steps give`)
      if (!answer.reachable && said.tier === tier.name && total < total_sos)
        t.fail(`${index}: ${total} at best, ${total_sos} before`)
      if (tier.name !== target) continue
      held += 1
      if (!answer.reachable || answer.cost > 0) t.fail(`${index}: ${target} is held`)
    }
  }
  t.ok(unclear === 25 && held > 10, `${unclear} worlds, ${held} tiers held`)
})

t.test('the same question has the same answer', async (t) => {
  for (const world of made.slice(0, 15))
    t.same(cheapestPath(world, { target: 'Middle' }), cheapestPath(reordered(world), { target: 'Middle' }))
})

/** The same facts with their keys in another order. */
const reordered = (world: World): World => ({
  ...world,
  input: {
    ...world.input,
    aggregates: Object.fromEntries(Object.entries(world.input.aggregates).reverse()),
  },
})
