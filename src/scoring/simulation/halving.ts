import { extremesOf, type LeverPoints } from './levers/lever-points.ts'
import type { Steps, Usable } from './levers/usable.ts'

/** The first of every `stride`th number of a range for which it holds, when it holds from there to one of both ends. */
export function firstOf(
  [first, last]: readonly [number, number],
  holds: (number: number) => boolean,
  stride = 1,
): number | null {
  if (first > last) return null
  if (holds(first)) return first
  let [low, high] = [0, Math.floor((last - first) / stride)]
  if (!holds(first + stride * high)) return null
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(first + stride * middle)) high = middle
    else low = middle
  }
  return first + stride * high
}

/**
 * The fewest steps for which something holds that only depends on a lever's points, the same way up or down. Between
 * two turns these go one way, so that halving finds the first.
 */
export function fewestSteps(points: LeverPoints, holds: (steps: number) => boolean): number | null {
  const asked = new Map<number, boolean>()
  const once = (steps: number) => {
    const answer = asked.get(steps) ?? holds(steps)
    asked.set(steps, answer)
    return answer
  }
  const { turns, stride } = points
  if (!Object.values(extremesOf(points)).some(once)) return null
  for (const [index, to] of turns.entries()) {
    const from = turns[index - 1] ?? 0
    const found = Array.from({ length: stride }, (_, more) => firstOf([from + more, to], once, stride))
    const first = Math.min(...found.map((steps) => steps ?? Infinity))
    if (first < Infinity) return first
  }
  return null
}

/** The steps without all those that are not needed, the dearest levers first. */
export function takenBack(
  levers: readonly Usable[],
  steps: Steps,
  accepts: (steps: Steps) => boolean,
): Steps {
  const left = { ...steps }
  for (const { name } of levers.toSorted((a, b) => b.effort - a.effort)) {
    const most = left[name] ?? 0
    left[name] = firstOf([0, most], (fewer) => accepts({ ...left, [name]: fewer })) ?? most
  }
  return left
}
