import type { Usable } from './cheapest-path/slots.ts'
import { fixedPoints } from './fixed-points.ts'
import { type Goal, othersReach, withSlack } from './goals.ts'
import { outlookOf } from './outlook.ts'
import type { Study } from './study.ts'

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
