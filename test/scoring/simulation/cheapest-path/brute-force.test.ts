import fc from 'fast-check'
import t from 'tap'
import { COMPONENTS } from '../../../../src/scoring/components.ts'
import { cheapestPath, type PathAsk } from '../../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { isTwofold } from '../../../../src/scoring/simulation/cheapest-path/search.ts'
import type { LeverName } from '../../../../src/scoring/simulation/levers/levers.ts'
import { offersOf, studyOf } from '../../../../src/scoring/simulation/study.ts'
import { scoreWorld, type World } from '../../../../src/scoring/simulation/world.ts'
import { inForm } from '../../../setup/form.ts'
import { stepsOf, withFacts } from '../a-world.ts'
import { anyWorld, type TwoTiers } from '../any-world.ts'
import { movedByHand } from '../by-hand.ts'

const WORLDS = inForm({ short: 110, long: 440 })

/** With so many open levers each may go this far, so that all combinations can be tried. */
const FURTHEST = [0, 30, 6, 3, 2]

const anyAsk = fc.record({
  count: fc.integer({ min: 1, max: 4 }),
  order: fc.array(fc.nat(1000), { minLength: 14, maxLength: 14 }),
  efforts: fc.array(
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100 })),
    { minLength: 4, maxLength: 4 },
  ),
  /** At which percent of the combinations, by total, the two tiers lie; beyond 100 none reaches them. */
  aims: fc.tuple(fc.integer({ min: 10, max: 140 }), fc.integer({ min: 10, max: 140 })),
  /** What they ask of each component, as parts of what that combination has. */
  floors: fc.tuple(fc.constantFrom(0, 0, 0.5, 1), fc.constantFrom(0, 0, 0.5, 1)),
})
type AnyAsk = typeof anyAsk extends fc.Arbitrary<infer A> ? A : never

type Steps = Partial<Record<LeverName, number>>
type Tried = { steps: Steps; cost: number; total: number; lowest: number }

const reaches = ({ total, lowest }: Tried, { scores, floors }: TwoTiers) =>
  scores.some((score, index) => total >= score && lowest >= (floors[index] ?? 0))

t.test('the cheapest path costs as much as the cheapest of all combinations', async (t) => {
  const seen = { rated: 0, moved: 0, unreachable: 0, appeals: 0, exceptions: 0, not_exact: 0, twofold: 0 }
  const worlds = fc.sample(fc.tuple(anyWorld, anyAsk), { seed: 20_260_501, numRuns: WORLDS })
  const wrong = worlds.flatMap(([making, given], index) => {
    const plain = making.with({ scores: [1, 2], floors: [0, 0] })
    if (!scoreWorld(plain).is_rated) return []
    const ask = askOf(plain, given)
    const tried = allOf(plain, ask)
    const tiers = tiersOf(tried, given)
    const world = making.with(tiers)
    const answer = cheapestPath(world, { ...ask, target: 'Middle' })
    const least = Math.min(...tried.filter((one) => reaches(one, tiers)).map(({ cost }) => cost))
    const twofold = isTwofoldFor(world, ask)
    const guessed = isUnclear(world) || twofold
    seen.rated += 1
    seen.twofold += twofold ? 1 : 0
    seen.appeals += world.appeals.length > 0 ? 1 : 0
    seen.exceptions += world.input.exceptions.length > 0 ? 1 : 0
    if (!answer.reachable) {
      seen.unreachable += 1
      if (least < Infinity) return [`${index}: ${answer.reason.sentence} But it costs ${least}.`]
      const most = Math.max(...tried.map(({ total }) => total))
      return answer.best.total_sos === most ? [] : [`${index}: best is ${answer.best.total_sos}, not ${most}`]
    }
    seen.moved += answer.cost > 0 ? 1 : 0
    seen.not_exact += answer.exact ? 0 : 1
    // An answer may be known as exact all the same; whether it is, its cost tells below.
    if (!answer.exact && !(guessed && answer.cost > 0)) return [`${index}: exact is false`]
    if (answer.exact ? answer.cost !== least : answer.cost < least)
      return [`${index}: it costs ${answer.cost}, but ${least} by brute force`]
    const after = scoreWorld(movedByHand(world, stepsOf(answer)))
    return after.total_sos === answer.after.total_sos && after.tier.name === answer.after.tier
      ? []
      : [`${index}: after is ${answer.after.total_sos}, but ${after.total_sos} by hand`]
  })
  t.comment(JSON.stringify(seen))
  t.same(wrong, [])
  t.ok(
    seen.rated >= 0.7 * WORLDS && seen.moved >= 0.35 * WORLDS && seen.unreachable >= 0.046 * WORLDS,
    JSON.stringify(seen),
  )
  t.ok(
    seen.appeals > 0.1 * WORLDS && seen.exceptions > 0.25 * WORLDS && seen.twofold > 0.023 * WORLDS,
    JSON.stringify(seen),
  )
})

/** A total that an appeal decided, and a raw that a later one did: then a path is only the engine's to find. */
function isUnclear({ appeals }: World) {
  const total = appeals.findLastIndex(({ total_after }) => typeof total_after === 'number')
  return total >= 0 && appeals.slice(total + 1).some(({ raw_after }) => typeof raw_after === 'number')
}

/** Exceptions touch components that move and such that are imputed. */
function isTwofoldFor(world: World, { locked = [] }: PathAsk) {
  const study = studyOf(world)
  return isTwofold(
    study,
    offersOf(study).filter(({ name }) => !locked.includes(name)),
  )
}

/** Up to four of the levers that the world offers are open, and each only so far. */
function askOf(world: World, { count, order, efforts }: AnyAsk): PathAsk {
  const offered = offersOf(studyOf(world)).map(({ name }) => name)
  const open = offered
    .toSorted((a, b) => (order[offered.indexOf(a)] ?? 0) - (order[offered.indexOf(b)] ?? 0))
    .slice(0, count)
  return {
    locked: offered.filter((lever) => !open.includes(lever)),
    efforts: Object.fromEntries(open.map((lever, index) => [lever, efforts[index] ?? 1])),
    limits: Object.fromEntries(open.map((lever) => [lever, FURTHEST[open.length] ?? 0])),
  }
}

/** What the engine makes of every combination of the steps that are allowed. */
function allOf(world: World, { limits = {}, efforts = {} }: PathAsk): Tried[] {
  const tried: Tried[] = []
  const combine = (left: [string, number][], steps: Steps, cost: number) => {
    const [first, ...others] = left
    if (!first) {
      const { total_sos, explanation } = scoreWorld(movedByHand(world, steps))
      tried.push({ steps, cost, total: total_sos, lowest: explanation.tier.lowest?.raw ?? 0 })
      return
    }
    const lever = first[0] as LeverName
    const both = (lever === 'less_cover' && steps.more_cover) || (lever === 'more_cover' && steps.less_cover)
    for (let count = 0; count <= (both ? 0 : first[1]); count++)
      combine(others, { ...steps, [lever]: count }, cost + count * (efforts[lever] ?? 1))
  }
  combine(Object.entries(limits), {}, 0)
  return tried
}

/** Tiers that some combinations reach. */
function tiersOf(tried: readonly Tried[], { aims, floors }: AnyAsk): TwoTiers {
  const byTotal = tried.toSorted((a, b) => a.total - b.total)
  const [low = 0, high = 0] = aims.map((percent) => percent / 100).toSorted((a, b) => a - b)
  const at = (aim: number) => byTotal[Math.min(byTotal.length - 1, Math.floor(aim * byTotal.length))]
  const score = (aim: number) => (aim > 1 ? 99 + aim / 2 : Math.max(0.01, at(aim)?.total ?? 0))
  const floor = (aim: number, part: number) => Math.round((at(aim)?.lowest ?? 0) * part * 100) / 100
  const least = Math.min(score(low), 99.5)
  return {
    scores: [least, Math.max(score(high), least + 0.01)],
    floors: [floor(low, floors[0]), floor(high, floors[1])],
  }
}

/** Worlds with all levers open and a tier that lies somewhere above their total. */
const made = fc
  .sample(fc.tuple(anyWorld, fc.integer({ min: 1, max: 2000 }), fc.constantFrom(0, 0, 40, 60)), {
    seed: 99,
    numRuns: 90,
  })
  .map(([making, above, floor]) => {
    const plain = scoreWorld(making.with({ scores: [98, 99], floors: [0, 0] }))
    const score = Math.min(98, Math.round(plain.total_sos * 100 + above) / 100)
    return making.with({ scores: [Math.max(0.01, score), 99], floors: [floor, floor] })
  })

const isAbove = (world: World) => ['Middle', 'High'].includes(scoreWorld(world).tier.name)

t.test('paths lead there, by their facts too, and one step less of any lever does not', async (t) => {
  let paths = 0
  for (const [index, world] of made.entries()) {
    const answer = cheapestPath(world, { target: 'Middle' })
    if (!answer.reachable || !answer.exact || answer.cost === 0) continue
    paths += 1
    const steps = stepsOf(answer)
    const facts = Object.fromEntries(answer.steps.flatMap(({ facts }) => Object.entries(facts)))
    if (!isAbove(movedByHand(world, steps)) || !isAbove(withFacts(world, facts)))
      t.fail(`${index}: the path does not lead there`)
    for (const [lever, count] of Object.entries(steps))
      if (isAbove(movedByHand(world, { ...steps, [lever]: count - 1 })))
        t.fail(`${index}: one step less of ${lever} reaches it too`)
    for (const { lever, steps } of answer.alone)
      if (steps !== null && (steps < answer.cost || !isAbove(movedByHand(world, { [lever]: steps }))))
        t.fail(`${index}: ${lever} alone takes ${steps}`)
  }
  t.ok(paths > 30, `${paths} paths`)
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
