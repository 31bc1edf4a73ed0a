import type { ReadException } from '../../adjustments.ts'
import type { ComponentState } from '../../combine.ts'
import { COMPONENTS, type Component } from '../../components.ts'
import { clamp, type Rational } from '../../rational.ts'
import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import {
  costOf,
  firstOf,
  fromPointUnits,
  groupsOf,
  type Steps,
  takenBack,
  toPointUnits,
  type Usable,
} from '../levers/lever-points.ts'
import type { Study } from '../study.ts'
import { goalsOf, isAt } from '../world.ts'

/** Steps that reach the target, and whether it is sure that none cost less. */
export type Found = { steps: Steps; cost: number; exact: boolean }

type Scored = (steps: Steps) => Score

/** Costs are searched one by one as far as that takes so many additions, and in so many parts beyond. */
const MOST_WORK = 2 ** 26
const PARTS = 1024

/**
 * The cheapest steps that bring a world to a tier or above, or null when nothing is found. `reaching` are some that do.
 * Costs up to the least of these are searched one by one, which is exact where sums tell of the total. Otherwise, and
 * when that takes too many additions so that a cell stands for a range of costs, steps are taken back singly.
 */
export function cheapestTo(
  study: Study,
  levers: readonly Usable[],
  target: TierRecord,
  reaching: readonly Steps[],
  scored: Scored,
): Found | null {
  const isExact = !isUnclear(study) && !isTwofold(study, levers)
  const unit = levers.reduce((divisor, { effort }) => gcd(divisor, effort), 0) || 1
  const most = levers.reduce((all, { effort, points }) => all + effort * points.most, 0)
  const accepts = (steps: Steps) => isAt(study.world, scored(steps), target)
  const foundBy = (given: Steps, exact = false): Found => {
    const steps = exact ? given : takenBack(levers, given, accepts)
    return { steps, cost: costOf(levers, steps), exact }
  }
  let known = byCost(reaching.map((steps) => foundBy(steps)))
  const budgetOf = (size: number): Budget => {
    const cost = known[0]?.cost ?? most
    return { cells: Math.ceil(cost / size) + levers.length, size }
  }
  const look = (budget: Budget, exact?: boolean): Found[] => {
    const found = goalsOf(study.world, target).flatMap(
      (tier) => cheapestWithin(study, levers, tier, budget, scored) ?? [],
    )
    return byCost([...found.map((steps) => foundBy(steps, exact)), ...known])
  }
  if (workOf(levers, budgetOf(unit)) > MOST_WORK)
    known = look(budgetOf(Math.ceil((known[0]?.cost ?? most) / PARTS)))
  if (workOf(levers, budgetOf(unit)) <= MOST_WORK) known = look(budgetOf(unit), isExact)
  return known[0] ?? null
}

const byCost = (found: readonly Found[]) => found.toSorted((a, b) => a.cost - b.cost)

/** A cost in whole cells, each of the cost `size`. */
type Budget = { cells: number; size: number }

/**
 * The cheapest steps within a budget that bring a world to a tier or above, with what that asks of each component;
 * null when none do. The sums only say what to try: the engine is asked of each.
 */
function cheapestWithin(
  study: Study,
  levers: readonly Usable[],
  tier: TierRecord,
  { cells, size }: Budget,
  scored: Scored,
): Steps | null {
  const passes = (score: Score, component: Component) =>
    !study.score.explanation.components[component].has_data ||
    score.components[component].raw >= tier.min_component_score
  const byComponent = Map.groupBy(levers, ({ component }) => component)
  if (COMPONENTS.some((component) => !byComponent.has(component) && !passes(study.score, component)))
    return null
  const gain = gainsOf(study)
  const ladders = [...byComponent].map(([component, own]) => {
    const slots = groupsOf(own).map((group) => optionsOf(group, cells, size))
    const { raw } = study.states.find((state) => state.component === component) ?? {}
    const { sums, chosen } = bestSums(raw ? toPointUnits(raw) : 0, slots, cells)
    const rungs = [...sums.entries()]
      .filter(([cell, sum]) => cell === 0 || sum > Number(sums[cell - 1]))
      .map(([cell, sum]) => ({ cells: cell, gain: gain(component, sum), steps: stepsOf(chosen[cell]) }))
    const least = firstOf([0, rungs.length - 1], (rung) =>
      passes(scored((rungs[rung] as Choice).steps), component),
    )
    return least === null ? [] : rungs.slice(least)
  })
  const { sums, chosen } = bestSums(0, ladders, cells)
  const first = sums.findIndex((sum) => sum > -Infinity)
  const reaches = (cell: number) => isAt(study.world, scored(stepsOf(chosen[cell])), tier)
  const found = first < 0 ? null : firstOf([first, cells], reaches)
  return found === null ? null : stepsOf(chosen[found])
}

/**
 * What levers of which one at most is used bring for up to so many cells: rising costs, and what brings no more than a
 * cheaper one is left out. The first is to do nothing.
 */
function optionsOf(group: readonly Usable[], cells: number, size: number): Choice[] {
  const options = group.flatMap(({ name, effort, points }) => {
    const own: Choice[] = []
    let last = -1
    for (let cell = 0; cell <= cells && last < points.most; cell++) {
      const steps = Math.min(points.most, Math.floor((cell * size) / effort))
      if (steps === last) continue
      own.push({ cells: cell, gain: points.at(steps) - points.at(0), steps: { [name]: steps } })
      last = steps
    }
    return own
  })
  const kept: Choice[] = []
  for (const option of options.sort((a, b) => a.cells - b.cells || b.gain - a.gain))
    if (option.gain > (kept.at(-1)?.gain ?? -1)) kept.push(option)
  return kept
}

/** About how many additions a search of so many cells takes. */
function workOf(levers: readonly Usable[], { cells, size }: Budget): number {
  let additions = 0
  for (const own of Map.groupBy(levers, ({ component }) => component).values()) {
    const options = own.map(({ effort, points }) => 1 + Math.min(points.most, (cells * size) / effort))
    const rungs = options.reduce((product, count) => Math.min(cells, product * count), 1)
    additions += (cells / 2) * options.reduce((sum, count) => sum + count, rungs)
  }
  return additions
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** What can be had for a number of cells, and the steps that it is. */
type Choice = { cells: number; gain: number; steps: Steps }

/** Choices, the last first. */
type Chosen = { choice: Choice; before: Chosen | undefined }

/** The steps of all choices. */
const stepsOf = (chosen: Chosen | undefined): Steps =>
  chosen ? { ...stepsOf(chosen.before), ...chosen.choice.steps } : {}

/** The best sum of each number of cells, and what is chosen for it. */
type Best = { sums: Float64Array; chosen: (Chosen | undefined)[] }

/**
 * The best sum that each number of cells brings on top of `start` when one of each list is chosen, as a max-plus
 * convolution of list after list. Costs and gains of a list rise; -Infinity is what can't be had.
 */
const bestSums = (start: number, lists: readonly (readonly Choice[])[], cells: number): Best =>
  lists.reduce(convolve, { sums: new Float64Array(cells + 1).fill(start), chosen: [] })

/** Of each number of cells the best of one of the options and of what the rest of the cells brought before. */
function convolve({ sums: before, chosen: earlier }: Best, options: readonly Choice[]): Best {
  const costs = Int32Array.from(options, ({ cells }) => cells)
  const gains = Float64Array.from(options, ({ gain }) => gain)
  const sums = new Float64Array(before.length).fill(-Infinity)
  const chosen: Best['chosen'] = []
  const flat = before[0] === before.at(-1)
  let dearest = -1
  for (let cell = 0; cell < before.length; cell++) {
    while (dearest + 1 < costs.length && (costs[dearest + 1] as number) <= cell) dearest++
    let best = -1
    // When all cells brought the same, the dearest option that they pay for is the best.
    for (let option = flat ? Math.max(dearest, 0) : 0; option <= dearest; option++) {
      const sum = (before[cell - (costs[option] as number)] as number) + (gains[option] as number)
      if (sum > (sums[cell] as number)) {
        sums[cell] = sum
        best = option
      }
    }
    const choice = options[best]
    if (choice) chosen[cell] = { choice, before: earlier[cell - choice.cells] }
  }
  return { sums, chosen }
}

type Acting = ReadException & { act: (score: Rational) => Rational }

const actingOn = ({ measured }: Study, component: Component) =>
  measured.exceptions.filter(
    (one): one is Acting => typeof one.act === 'function' && one.target === component,
  )

/** The components that take the mean of those that are known: without data, and without a raw that an appeal decided. */
const isImputed = ({ appeals }: Study, { component, has_data }: ComponentState) =>
  !has_data && !appeals.some((appeal) => appeal.component === component && appeal.raw_given)

const shareOf = ({ weight }: ComponentState) => Number(weight.n) / Number(weight.d) / 100

/**
 * What a raw of a component with data adds to the total before the exceptions on that, in units of 10⁻¹² points: with
 * the exceptions on the component, and through those imputed, which follow raws as they were measured.
 */
function gainsOf(study: Study): (component: Component, raw: number) => number {
  const sum = (states: ComponentState[]) => states.reduce((all, state) => all + shareOf(state), 0)
  const imputed = sum(study.states.filter((state) => isImputed(study, state)))
  const known = sum(study.states) - imputed
  const ratio = known > 0 ? imputed / known : 0
  const shares = new Map(study.states.map((state) => [state.component, shareOf(state)]))
  return (component, raw) => {
    const [share, acting] = [shares.get(component) ?? 0, actingOn(study, component)]
    // Exceptions are whole numbers and fractions of the engine's own, so its own steps are taken.
    const adjusted = acting.reduce((value, { act }) => act(value), clamp(fromPointUnits(raw)))
    const after = acting.length === 0 ? raw : toPointUnits(adjusted)
    return share * after + ratio * (share * raw)
  }
}

/**
 * Whether these gains tell of the total: not where exceptions act on components that move and on imputed ones, which
 * follow other sums.
 */
export const isTwofold = (study: Study, moved: readonly { component: Component }[]): boolean =>
  moved.some(({ component }) => actingOn(study, component).length > 0) &&
  study.states.some(
    (state) => isImputed(study, state) && shareOf(state) > 0 && actingOn(study, state.component).length > 0,
  )

/**
 * Whether an appeal decided the total and a later one a raw. The total then moves with the difference that the raw
 * makes, so that more points of other components can lower it, and only the engine can say what steps come to.
 */
export function isUnclear({ appeals }: Study): boolean {
  const last = appeals.findLastIndex(({ total_given }) => total_given)
  return last >= 0 && appeals.slice(last + 1).some(({ raw_given }) => raw_given)
}
