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
import type { LeverName } from '../levers/levers.ts'
import type { Study } from '../study.ts'
import { goalsOf, isAt } from '../world.ts'

type Found = { steps: Steps; cost: number; exact: boolean }

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
    const steps = (cell: number): Steps =>
      Object.fromEntries(
        chosen(cell)
          .map((option, slot) => slots[slot]?.[option])
          .flatMap((option) => (option && option.steps > 0 ? [[option.lever, option.steps]] : [])),
      )
    const better = [...sums.keys()].filter(
      (cell) => cell === 0 || Number(sums[cell]) > Number(sums[cell - 1]),
    )
    const least = firstOf([0, better.length - 1], (rung) => {
      const cell = better[rung] as number
      return passes(cell === 0 ? study.score : scored(steps(cell)), component)
    })
    const rungs = least === null ? [] : better.slice(least)
    return { steps, rungs: rungs.map((cell) => ({ cells: cell, gain: gain(component, Number(sums[cell])) })) }
  })
  const { sums, chosen } = bestSums(
    0,
    ladders.map(({ rungs }) => rungs),
    cells,
  )
  const stepsAt = (cell: number): Steps =>
    Object.assign(
      {},
      ...chosen(cell).map((rung, index) => ladders[index]?.steps(ladders[index]?.rungs[rung]?.cells ?? 0)),
    )
  const first = sums.findIndex((sum) => sum > -Infinity)
  const found =
    first < 0 ? null : firstOf([first, cells], (cell) => isAt(study.world, scored(stepsAt(cell)), tier))
  return found === null ? null : stepsAt(found)
}

type Option = { cells: number; gain: number; lever: LeverName; steps: number }

/**
 * What levers of which one at most is used bring for up to so many cells: rising costs, and what brings no more than a
 * cheaper one is left out. The first is to do nothing.
 */
function optionsOf(group: readonly Usable[], cells: number, size: number): Option[] {
  const options = group.flatMap(({ name: lever, effort, points }) => {
    const own: Option[] = []
    for (let cell = 0; cell <= cells && own.at(-1)?.steps !== points.most; cell++) {
      const steps = Math.min(points.most, Math.floor((cell * size) / effort))
      if (steps !== own.at(-1)?.steps)
        own.push({ cells: cell, gain: points.at(steps) - points.at(0), lever, steps })
    }
    return own
  })
  const kept: Option[] = []
  for (const option of options.sort((a, b) => a.cells - b.cells || b.gain - a.gain || a.steps - b.steps))
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

/** What can be had for a number of cells. */
type Choice = { cells: number; gain: number }

/**
 * The best sum that each number of cells brings on top of `start` when one of each list is chosen, as a max-plus
 * convolution of list after list, and the position of what was `chosen` for it from each. Costs and gains of a list rise;
 * -Infinity is what can't be had.
 */
function bestSums(start: number, lists: readonly (readonly Choice[])[], cells: number) {
  let sums: Float64Array = new Float64Array(cells + 1).fill(start)
  const choices = lists.map((list) => {
    const { best, choice } = convolve(
      sums,
      Int32Array.from(list, ({ cells }) => cells),
      Float64Array.from(list, ({ gain }) => gain),
    )
    sums = best
    return choice
  })
  const chosen = (cell: number) => {
    const positions: number[] = []
    let left = cell
    for (let index = lists.length - 1; index >= 0; index--) {
      const position = choices[index]?.[left] ?? 0
      positions[index] = position
      left -= lists[index]?.[position]?.cells ?? 0
    }
    return positions
  }
  return { sums, chosen }
}

/** Of each number of cells the best of one of the options and of what the rest of the cells brought before. */
function convolve(before: Float64Array, costs: Int32Array, gains: Float64Array) {
  const best = new Float64Array(before.length).fill(-Infinity)
  const choice = new Int32Array(before.length)
  const flat = before[0] === before.at(-1)
  let dearest = -1
  for (let cell = 0; cell < before.length; cell++) {
    while (dearest + 1 < costs.length && (costs[dearest + 1] as number) <= cell) dearest++
    // When all cells brought the same, the dearest option that they pay for is the best.
    for (let option = flat ? Math.max(dearest, 0) : 0; option <= dearest; option++) {
      const value = (before[cell - (costs[option] as number)] as number) + (gains[option] as number)
      if (value > (best[cell] as number)) {
        best[cell] = value
        choice[cell] = option
      }
    }
  }
  return { best, choice }
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
