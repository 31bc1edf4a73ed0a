import { fixedPoints } from '../fixed-points.ts'
import { type Goal, othersReach, withSlack } from '../goals.ts'
import { outlookOf } from '../outlook.ts'
import type { Study } from '../study.ts'
import { type ComponentBudget, componentBudget, type Steps } from './component-budget.ts'
import { groupsOf, slotOf, type Usable } from './slots.ts'
import { candidates } from './total-budget.ts'

/** Whether the engine ranks the world after these steps at the target or above. */
export type Accepts = (steps: Steps) => boolean

export type Found = { steps: Steps; cost: number; exact: boolean }

/** The budget that is looked through one by one: the first, in cells, and what the largest may take in additions. */
const FIRST_CELLS = 16
const MOST_WORK = 2 ** 26
const MOST_TWOFOLD_CELLS = 256

/** The cells that a cost is cut into when it is larger than that, beside one for each lever. */
const COARSE_CELLS = { one: 1024, two: 96 }
const COARSE_ROUNDS = 3

/** The engine is asked no more often than this of one goal. */
const MOST_PASSES = 1500

/** And less far where the outlook is unclear: costs only say then what to try first. */
const UNCLEAR = { passes: 100, cells: 1024 }

/**
 * The cheapest steps to a goal, or null when the levers don't reach it. Costs up to the largest budget are searched one
 * by one, which is exact. Beyond, a cell stands for a range of costs, and what is found is taken back step by step.
 */
export function cheapestTo(
  study: Study,
  levers: readonly Usable[],
  goal: Goal,
  accepts: Accepts,
): Found | null {
  const moved = new Set(levers.map(({ component }) => component))
  const outlook = outlookOf(study, moved)
  const wanted = withSlack(goal, outlook.growth)
  if (!othersReach(study, moved, goal)) return null
  if (outlook.unclear && outlook.total(0, 0) < wanted.total) return null
  const mostPasses = outlook.unclear ? UNCLEAR.passes : MOST_PASSES
  const most = levers.reduce((all, { effort, points }) => all + effort * points.most, 0)
  const parts = outlook.twofold ? 'two' : 'one'
  const unit = levers.reduce((divisor, { effort }) => gcd(divisor, effort), 0) || 1
  let [passes, thinned] = [0, false]
  const bounded: Accepts = (steps) => {
    passes += 1
    return passes <= mostPasses && accepts(steps)
  }
  const look = (cells: number, size: number): Steps | null => {
    for (const steps of candidates(
      budgetsOf(study, levers, cells, size),
      outlook,
      wanted,
      () => (thinned = true),
    ))
      if (bounded(steps)) return steps
    return null
  }

  const all = Math.ceil(most / unit)
  const affordable = (cells: number) =>
    outlook.twofold ? cells <= MOST_TWOFOLD_CELLS : workOf(levers, Math.min(cells, all), unit) <= MOST_WORK
  for (let cells = FIRST_CELLS; affordable(cells); cells *= 2) {
    const steps = look(Math.min(cells, all), unit)
    const exact = !thinned && !outlook.unclear && passes <= mostPasses
    if (steps) return { steps, cost: costOf(levers, steps), exact }
    if (cells >= all || (outlook.unclear && cells >= UNCLEAR.cells)) return null
  }
  let best: Found | null = null
  let size = Math.ceil(most / COARSE_CELLS[parts])
  for (let round = 0; round < COARSE_ROUNDS; round++) {
    const steps = look(COARSE_CELLS[parts] + levers.length, size)
    if (!steps) break
    const taken = takenBack(levers, steps, accepts)
    const cost = costOf(levers, taken)
    if (best && cost >= best.cost) break
    best = { steps: taken, cost, exact: false }
    const next = Math.ceil(cost / COARSE_CELLS[parts])
    if (next >= size) break
    size = next
  }
  return best
}

/** About how many additions a budget of so many cells takes. */
function workOf(levers: readonly Usable[], cells: number, unit: number): number {
  let additions = 0
  for (const own of Map.groupBy(levers, ({ component }) => component).values()) {
    const options = own.map(({ effort, points }) => 1 + Math.min(points.most, (cells * unit) / effort))
    const rungs = options.reduce((product, count) => Math.min(cells, product * count), 1)
    additions += (cells / 2) * options.reduce((sum, count) => sum + count, rungs)
  }
  return additions
}

/** Σ effort × steps */
export const costOf = (levers: readonly Usable[], steps: Steps): number =>
  levers.reduce((cost, { name, effort }) => cost + effort * (steps[name] ?? 0), 0)

/** The steps without all those that are not needed, the dearest levers first. */
export function takenBack(levers: readonly Usable[], steps: Steps, accepts: Accepts): Steps {
  const left = { ...steps }
  for (const { name } of levers.toSorted((a, b) => b.effort - a.effort)) {
    let [low, high] = [0, left[name] ?? 0]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (accepts({ ...left, [name]: middle })) high = middle
      else low = middle + 1
    }
    left[name] = high
  }
  return left
}

function budgetsOf(study: Study, levers: readonly Usable[], cells: number, unit: number): ComponentBudget[] {
  const byComponent = Map.groupBy(levers, ({ component }) => component)
  return [...byComponent].map(([component, own]) =>
    componentBudget(
      component,
      fixedPoints(study, component, own),
      groupsOf(own).map((group) => slotOf(group, cells, unit)),
      cells,
    ),
  )
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
