import { COMPONENTS, type Component } from '../../components.ts'
import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import { goalsOf, isAt } from '../goals.ts'
import { firstOf, takenBack } from '../halving.ts'
import { toPointUnits } from '../levers/lever-points.ts'
import type { LeverName } from '../levers/levers.ts'
import { costOf, groupsOf, type Steps, type Usable } from '../levers/usable.ts'
import type { Study } from '../study.ts'
import { bestSums } from './best-sums.ts'
import { gainsOf, isTwofold, isUnclear } from './gains.ts'

export type Found = { steps: Steps; cost: number; exact: boolean }

/** What the engine makes of a world after steps. */
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
