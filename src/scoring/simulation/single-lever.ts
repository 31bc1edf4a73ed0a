import type { Accepts } from './cheapest-path/search.ts'
import type { Usable } from './cheapest-path/slots.ts'
import { fixedPoints } from './fixed-points.ts'
import { type Goal, othersReach, withSlack } from './goals.ts'
import type { LeverPoints } from './levers/lever-points.ts'
import { outlookOf } from './outlook.ts'
import type { Study } from './study.ts'

/** The fewest steps that reach one of the goals by this lever alone; null when it can't. */
export function aloneTo(
  study: Study,
  lever: Usable,
  goals: readonly Goal[],
  accepts: Accepts,
): number | null {
  const reached = goalReached(study, lever, goals)
  return fewestSteps(lever.points, (steps) => reached(steps) ?? accepts({ [lever.name]: steps }))
}

/**
 * The fewest steps for which something holds that only depends on a lever's points, the same way up or down. Between
 * two turns these go one way, for even and for odd steps each, so that halving finds the first.
 */
export function fewestSteps({ turns }: LeverPoints, holds: (steps: number) => boolean): number | null {
  if (holds(0)) return 0
  for (const [index, to] of turns.entries()) {
    const from = turns[index - 1] ?? 0
    const found = [from, from + 1]
      .map((first) => firstOf(first, to - ((((to - first) % 2) + 2) % 2), holds))
      .filter((steps) => steps !== null)
    if (found.length > 0) return Math.min(...found)
  }
  return null
}

/** The first of every other number of steps for which it holds, when it holds from there to one of both ends. */
function firstOf(first: number, last: number, holds: (steps: number) => boolean): number | null {
  if (first > last) return null
  if (holds(first)) return first
  if (!holds(last)) return null
  let [low, high] = [1, (last - first) / 2]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(first + 2 * middle)) high = middle
    else low = middle + 1
  }
  return first + 2 * high
}

/**
 * Whether so many steps of one lever reach one of the goals, without asking the engine; null where it is so close that
 * only the engine can tell.
 */
export function goalReached(
  study: Study,
  lever: Usable,
  goals: readonly Goal[],
): (steps: number) => boolean | null {
  const { component, points } = lever
  const moved = new Set([component])
  const outlook = outlookOf(study, moved)
  const fixed = fixedPoints(study, component, [lever])
  const possible = goals
    .filter((goal) => othersReach(study, moved, goal))
    .map((goal) => [withSlack(goal, outlook.growth), withSlack(goal, -outlook.growth)] as const)
  return (steps) => {
    if (outlook.unclear) return null
    const raw = fixed + points.at(steps)
    const { a, m } = outlook.gain(component, raw)
    const [own, total] = [outlook.adjusted(component, raw), outlook.total(a, m)]
    const reaches = (goal: Goal) => own >= goal.raw && total >= goal.total
    if (possible.some(([, safely]) => reaches(safely))) return true
    return possible.some(([nearly]) => reaches(nearly)) ? null : false
  }
}
